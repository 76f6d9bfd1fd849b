import { isObject } from '../../../openapi/json.js'
import { KEY_LOCATIONS, SCHEME_TYPES, type SecurityRequirement } from '../../../openapi/security.js'
import { alternatives, didYouMean, meantName } from '../../../shared/spelling.js'
import type { DescribedSecurityScheme } from '../../model/model.js'
import { wordSet } from '../../shared/collections.js'
import type { Cursor } from '../document/cursor.js'
import { elementsOf, entriesOf, followed, referenced } from '../document/referenced-fields.js'
import { resolve } from '../document/references.js'
import { hasNearly } from '../document/unknown-members.js'
import { checkScope, readTokenSources } from './oauth-flows.js'
import { checkHeaderName } from './parameter-schema.js'

/** Types of security schemes: 3.1, section 4.8.27, and `basic` of 2.0. */
const TYPES = ([...SCHEME_TYPES, 'basic'] as const).toSorted()

/** Security schemes of the document; the service needs a handler for each. */
export function readSecuritySchemes(schemes: Cursor | undefined): DescribedSecurityScheme[] {
  return entriesOf(schemes).map(([name, reference]) => {
    const found = referenced(reference)
    if (found === undefined) return { name, pointer: reference.fullPointer, type: 'undeclared' }
    const type = readType(found)
    return { name, pointer: found.fullPointer, ...type, ...found.texts('description') }
  })
}

/** A scheme of an unknown type needs a handler too, so that no operation is left open. */
function readType(
  cursor: Cursor,
): Pick<DescribedSecurityScheme, 'type' | 'scheme' | 'in' | 'parameter' | 'sources'> {
  const given = cursor.withFields().get('type')?.scalar() ?? ''
  const type = TYPES.find((each) => each.toLowerCase() === given.toLowerCase())
  const http = /^(bearer|jwt|token)$/i.test(given) ? 'bearer' : undefined
  if (type !== given) {
    const reading = type ?? (http ? 'http, bearer' : 'one that its handler must know')
    const what = given === '' ? '`type` is missing' : `\`${given}\` is no type of security scheme`
    const message = `${what}; taken for ${reading}`
    const at = cursor.get('type') ?? cursor
    const others = `use one of ${TYPES.join(', ')}`
    at.warn(message, type ? `write \`${type}\`` : didYouMean(given, TYPES, others))
  }
  if (http !== undefined) return { type: 'http', scheme: http }
  if (type === 'basic') {
    const isOld = !cursor.pointer.startsWith('#/components/')
    const message = '`type: basic` is of Swagger 2.0, and is read all the same'
    if (!isOld) cursor.get('type')?.warn(message, 'write `type: http` with `scheme: basic`')
    return { type: 'http', scheme: 'basic' }
  }
  if (type === 'apiKey') return { type, ...readKey(cursor) }
  if (type !== 'http') {
    return { type: type ?? 'undeclared', ...readTokenSources(cursor, type) }
  }
  const scheme = cursor.get('scheme')?.scalar()?.toLowerCase()
  if (scheme === undefined) {
    const message = '`scheme` is missing; its handler must know it'
    cursor.warn(message, 'add `scheme`, such as bearer or basic')
  }
  const meant = scheme && !HTTP_SCHEMES.has(scheme) && meantName(scheme, HTTP_SCHEMES)
  if (meant) {
    const message = `\`${scheme}\` is no registered scheme of HTTP; its handler must know it`
    cursor.get('scheme')?.warn(message, `did you mean \`${meant}\`?`)
  }
  return { type, ...(scheme !== undefined && { scheme }) }
}

/** Registered schemes (RFC 9110, section 16.4.1); others may be used. */
const HTTP_SCHEMES = wordSet(
  'basic bearer concealed digest dpop gnap hoba mutual negotiate oauth privatetoken scram-sha-1 scram-sha-256 vapid',
)

/** Location of the key; the handler must know a missing one. */
function readKey(cursor: Cursor): Pick<DescribedSecurityScheme, 'in' | 'parameter'> {
  const parameter = cursor.get('name')?.scalar()
  const given = cursor.get('in')?.scalar()
  const location = KEY_LOCATIONS.find((each) => each === given)
  if (parameter !== undefined && location === 'header') {
    checkHeaderName(parameter, cursor.get('name') as Cursor)
  }
  if (parameter !== undefined && location !== undefined) return { in: location, parameter }
  const isWrong = given !== undefined && location === undefined
  if (given === undefined && hasNearly(cursor, 'in')) return {}
  const what = isWrong
    ? `\`in: ${given}\` is not where a key can be`
    : 'the scheme does not say where its key is'
  const places = alternatives(KEY_LOCATIONS)
  const advice = isWrong ? `use ${places}` : `add \`name\`, and \`in\`: ${places}`
  const at = (isWrong && cursor.get('in')) || cursor
  at.warn(`${what}; its handler must know it`, advice)
  return {}
}

/** The `security` of the document or of an operation; an empty one could mean that it is open, or not. */
export function securityOf(owner: Cursor): Cursor | undefined {
  const isEmpty = isObject(owner.value) && owner.value.security === null
  if (!isEmpty) return owner.get('security')
  owner.wrong('`security` is empty', 'leave it out, or write [] for what is open to everybody')
  return undefined
}

/** Requirements of `security`; undeclared schemes are added. */
export function readSecurity(
  security: Cursor | undefined,
  schemes: DescribedSecurityScheme[],
): SecurityRequirement[] {
  return elementsOf(security).map((each) => {
    const requirement = followed(each) ?? each
    if (!isObject(requirement.value)) {
      // An empty requirement would open the operation to everybody.
      const advice = 'write an object with the name of a security scheme'
      requirement.wrong('this is no security requirement', advice)
      return {}
    }
    return Object.fromEntries(
      requirement.entries().map(([key, scopes]) => {
        // The name of a scheme, or a reference to it (3.2, section 4.30).
        const isName = schemes.some((each) => each.name === key) || !/[#/]/.test(key)
        const target = isName ? undefined : resolve(requirement.quiet({ $ref: key }))
        const named = schemes.find(({ pointer }) => pointer === target?.fullPointer)
        const { name } = named ?? { name: key }
        if (!schemes.some((scheme) => scheme.name === name)) {
          // An undeclared scheme needs a handler, so that the operation is not left open.
          schemes.push({ name, pointer: scopes.fullPointer, type: 'undeclared' })
          const known = schemes.flatMap((scheme) =>
            scheme.type === 'undeclared' ? [] : scheme.name,
          )
          const message = `no security scheme is named \`${name}\`; a handler must know what it is`
          const advice = 'declare it under components/securitySchemes'
          requirement.warn(message, didYouMean(name, known, advice))
        }
        const found = elementsOf(scopes)
        const scheme = schemes.find((each) => each.name === name)
        for (const scope of found) checkScope(scope, scheme)
        return [name, found.flatMap((scope) => scope.scalar() ?? [])]
      }),
    )
  })
}
