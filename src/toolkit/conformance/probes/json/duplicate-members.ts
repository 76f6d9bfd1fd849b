import { isObject } from '../../../openapi/json.js'
import { type RequestParts, withBytes } from '../../requests/parts.js'
import { bodyPointer } from '../../run/base-request.js'
import { ANSWERED, REFUSED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import { jsonText } from '../../values/token.js'
import { bodiesOf, type SchemaMedia } from '../bodies/body-edges.js'

/**
 * Bodies with a member twice. RFC 8259, section 4: what readers make of them is unpredictable, and most take the last
 * one; so one with an invalid last member may not be accepted. Who takes the first, after others have checked the last,
 * is deceived.
 */
export async function duplicateMembers(
  kit: Kit,
  parts: RequestParts,
  media: SchemaMedia,
): Promise<void> {
  const { operation } = parts
  const bodies = bodiesOf(kit)
  const wrong = bodies
    .edges(media, bodies.bases(media))
    .find(
      ({ fate, path, base, part }) =>
        fate === 'refused' && path.length === 1 && isObject(base) && part !== null,
    )
  if (wrong === undefined || !isObject(wrong.base)) return
  const [name] = wrong.path as [string]
  const { [name]: valid, ...others } = wrong.base
  const rest = Object.entries(others).map(
    ([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`,
  )
  const member = (value: unknown) => `${JSON.stringify(name)}:${jsonText(value)}`
  const text = (...members: string[]) => `{${members.join(',')}}`
  const pointer = bodyPointer(operation)
  const request = (body: string) => () => kit.written(withBytes(parts, body))
  await kit.try({
    ...{ operation, pointer, check: 'duplicate-member', expect: REFUSED },
    what: `the body has \`${name}\` twice, and the last one is invalid`,
    request: request(text(member(valid), ...rest, member(wrong.part))),
  })
  await kit.try({
    ...{ operation, pointer, check: 'no-server-error', expect: ANSWERED },
    what: `the body has \`${name}\` twice, and the first one is invalid`,
    request: request(text(member(wrong.part), ...rest, member(valid))),
  })
}
