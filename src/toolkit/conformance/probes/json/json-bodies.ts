import { isObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { isResponse, outcomeText } from '../../exchange/response.js'
import { judgeRoundTrip } from '../../judge/round-trip.js'
import { type RequestParts, withBytes } from '../../requests/parts.js'
import { withEverywhere } from '../../resources/everywhere.js'
import { bodyPointer, isAccepted } from '../../run/base-request.js'
import { ACCEPTED, ANSWERED, REFUSED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import type { Trial } from '../../run/trial.js'
import { jsonText } from '../../values/token.js'
import { bodiesOf, mediaWithSchema, rootOf, type SchemaMedia } from '../bodies/body-edges.js'
import { duplicateMembers } from './duplicate-members.js'
import { equalTexts, type JsonCase, malformedTexts, openTexts } from './malformed.js'

/** Bodies that are no JSON are refused, and the same JSON in another text is accepted. */
export const jsonBodies: Probe = {
  name: 'JSON texts',
  share: 20,
  async run(kit, operation) {
    const media = mediaWithSchema(operation).find(({ kind }) => kind === 'json')
    const parts = kit.source.valid(operation)
    if (media === undefined || parts?.body === undefined) return
    const value = kit.source.bodyValue(operation, media)
    if (!isObject(value) && !Array.isArray(value)) return
    const ready = { ...parts, body: { media } }
    const { schema } = rootOf(kit, media)
    const fresh = () => jsonText(kit.source.fresh.of(schema, value))
    const isClosed = isObject(value) && kit.contract.verdicts.refuses(schema, { ...value, z: 1 })
    const malformed = () => malformedTexts(fresh(), isClosed)
    await all(kit, ready, malformed, { check: 'json-refused', expect: REFUSED })
    const cut = jsonText(value).slice(0, -1)
    await refusedAsJson(kit, withBytes(ready, cut), 'is not JSON')
    if (operation.requestBody?.required) await refusedAsJson(kit, withBytes(ready, ''), 'is empty')
    await empty(kit, ready)
    await duplicateMembers(kit, ready, media)
    await equal(kit, ready, media, value)
    const open = () => openTexts(fresh())
    await all(kit, ready, open, { check: 'no-server-error', expect: ANSWERED })
    await large(kit, ready, media)
  },
}

/** @param cases - The same ones each time, with another identity. */
async function all(
  kit: Kit,
  parts: RequestParts,
  cases: () => readonly JsonCase[],
  { check, expect }: Pick<Trial, 'check' | 'expect'>,
): Promise<void> {
  for (const [at, { told }] of cases().entries()) {
    await kit.try({
      ...subject(parts, told),
      ...{ check, expect },
      request: () => kit.written(withBytes(parts, (cases()[at] as JsonCase).bytes)),
    })
  }
}

/** Statuses that are about the state of the service, which nobody can compare with a body that is not JSON. */
const OF_STATE = [404, 409, 410, 412]

/** What is no JSON is refused as such, where a valid request succeeds after it (RFC 9110, section 15.5.1). */
async function refusedAsJson(kit: Kit, parts: RequestParts, what: string): Promise<void> {
  const { operation } = parts
  const told = subject(parts, what)
  await kit.scenario(told, async (run) => {
    const refusal = await run.send(kit.written(parts), operation)
    if (!isResponse(refusal) || !OF_STATE.includes(refusal.status)) return
    if (!(await isAccepted(kit, operation))) return
    const expected = 'a refusal of the body (400), since a valid one is accepted'
    const { pointer } = told
    run.find({ check: 'json-refused', pointer, expected, received: outcomeText(refusal) })
  })
}

function subject({ operation }: RequestParts, told: string) {
  return { operation, pointer: bodyPointer(operation), what: `the body ${told}` }
}

/** No body where one is required, and a body of no bytes. */
async function empty(kit: Kit, parts: RequestParts): Promise<void> {
  const { operation } = parts
  if (!operation.requestBody?.required) return
  const { body: _, ...without } = parts
  const common = { check: 'invalid-refused', expect: REFUSED } as const
  await kit.try({ ...subject(parts, 'is missing'), ...common, request: () => kit.written(without) })
  await kit.try({
    ...subject(parts, 'is empty'),
    ...common,
    request: () => kit.written(withBytes(parts, '')),
  })
}

async function equal(
  kit: Kit,
  parts: RequestParts,
  media: SchemaMedia,
  value: unknown,
): Promise<void> {
  const { schema } = rootOf(kit, media)
  const { contract, source, things, identities } = kit
  const { operation } = parts
  const { contents } = things.maker
  const text = { value: SPELT_TEXT, isFit: (member: Schema) => contents.isText(member) }
  const spelt = withEverywhere(contract, contents, schema, value, text) ?? value
  for (const [at, { told }] of equalTexts(jsonText(spelt)).entries()) {
    let sent: unknown = spelt
    await kit.try({
      ...subject(parts, told),
      ...{ check: 'valid-accepted', expect: ACCEPTED },
      request: () => {
        const now = identities.current(parts)
        sent = things.versions.valueFor(now, source.fresh.of(schema, spelt))
        const { bytes } = equalTexts(jsonText(sent))[at] as JsonCase
        return kit.written(withBytes(parts, bytes))
      },
      inspect: (response) => judgeRoundTrip({ contract, operation, media, value: sent }, response),
    })
  }
}

/** What has escapes of its own: a slash, a letter outside of ASCII, and one of two units. */
const SPELT_TEXT = 'kit/\u00e9\u{1f331}'

const TWO_MEGABYTES = 2 * 2 ** 20

/** A body of 2 MB is accepted or refused; a server that does not read it may close the connection. */
async function large(kit: Kit, parts: RequestParts, media: SchemaMedia): Promise<void> {
  const bodies = bodiesOf(kit)
  const long = bodies
    .edges(media, bodies.bases(media))
    .find(
      ({ fate, part, path }) =>
        fate === 'accepted' && typeof part === 'string' && part.length > 5_000 && path.length > 0,
    )
  if (long === undefined) return
  const text = jsonText(long.value).replace(
    jsonText(long.part),
    () => `"${'a'.repeat(TWO_MEGABYTES)}"`,
  )
  const { operation } = parts
  await kit.scenario(subject(parts, 'has 2 MB'), async (run) => {
    const outcome = await run.send(kit.written(withBytes(parts, text)), operation)
    if (isResponse(outcome) || outcome.failure !== 'closed') return
    // The rule is that it goes on: a response to the next request shows it.
    run.forgive('response-present')
    const valid = kit.source.valid(operation)
    if (valid !== undefined) await run.send(kit.written(valid), operation)
  })
}
