import { isObject } from '../../openapi/json.js'
import { literalPattern, partsOf } from '../../openapi/path-template.js'
import { parseNumber } from '../../runtime/json/exact-number.js'
import type { Parameter, TestedContract } from '../document/contract.js'
import { formatOf, typesOf } from '../document/members.js'
import { decoded, headerOf } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'
import { Misframed, recordsIn } from '../judge/items-in.js'
import { readJson } from '../judge/json-body.js'
import { isIdentityName } from '../values/identity-name.js'
import { contentOf, type ThingPlace } from './places.js'
import type { TestedResource } from './resource.js'

export interface Thing {
  readonly resource: TestedResource
  /** Values of the path parameters that lead to it, by the keys that `keyOf` gives. */
  readonly values: ReadonlyMap<string, unknown>
  /** What tells it from others of its kind; `undefined` if that is not known. */
  readonly identity: unknown
  readonly sent: unknown
  /** The item that the server answered with, if it did. */
  readonly received: unknown
  readonly response: ReceivedResponse
}

type Identified = Pick<Thing, 'identity'>

/** True if two things have paths of their own: where an identity is one of a few, they may have the same. */
export function isAnother(one: Identified, other: Identified): boolean {
  return String(one.identity) !== String(other.identity)
}

/** The JSON of a response; `undefined` for anything else. */
export function jsonOf({ body }: ReceivedResponse): unknown {
  const read = readJson(body)
  return 'value' in read ? read.value : undefined
}

/** The item in a response, or the list. */
export function itemOf(response: ReceivedResponse, place: ThingPlace | undefined): unknown {
  if (place?.framing !== undefined) return recordsOf(response, place.framing)
  return place && contentOf(jsonOf(response), place)
}

/** The JSON texts of a whole response; `undefined` if it was cut off, or is framed otherwise. */
function recordsOf(
  { body, isPartial }: ReceivedResponse,
  framing: NonNullable<ThingPlace['framing']>,
): unknown {
  if (isPartial) return undefined
  try {
    return recordsIn(body, framing, true).map((bytes) => Object(readJson(bytes)).value)
  } catch (error) {
    /* c8 ignore next -- an error of this program is not the server's */
    if (!(error instanceof Misframed)) throw error
    return undefined
  }
}

/** The identity of an item: the first member of its names that the path can have. */
export function identityIn(
  contract: TestedContract,
  { parameter, idNames }: TestedResource,
  item: unknown,
): unknown {
  if (!isObject(item)) return undefined
  const name = idNames.find(
    (each) =>
      Object.hasOwn(item, each) &&
      /^(string|number|bigint)$/.test(typeof item[each]) &&
      (parameter === undefined || isIdentity(contract, parameter, each, item[each])),
  )
  return name === undefined ? undefined : item[name]
}

/** Names of members by which a client tells a thing from others: the path leads to what it sent there. */
export function identitiesGiven({ resource, sent, identity }: Thing): string[] {
  return isObject(sent) ? resource.idNames.filter((name) => sent[name] === identity) : []
}

/** True if a path can have the value. An id may be a text there: some documents say `string` in a path only. */
function isIdentity(
  { verdicts }: TestedContract,
  { schema }: Parameter,
  name: string,
  value: unknown,
): boolean {
  if (verdicts.accepts(schema, value)) return true
  return isIdentityName(name) && verdicts.accepts(schema, String(value))
}

/** The identity that a `Location` has, by the path of the item (RFC 9110, section 10.2.2). */
export function identityAt(
  contract: TestedContract,
  { collection, parameter }: TestedResource,
  response: ReceivedResponse,
  base: string,
): unknown {
  const location = headerOf(response, 'location')
  if (location === undefined || parameter === undefined) return undefined
  const path = pathOf(location, base)
  const parts = partsOf(collection).map((part, at) => (at % 2 ? '[^/]+' : literalPattern(part)))
  const text = path && new RegExp(`${parts.join('')}/([^/]+)/?$`).exec(path)?.[1]
  if (text === undefined || text === '') return undefined
  const own = decoded(text)
  const isNumber = typesOf(contract, parameter.schema).some((each) => /number|integer/.test(each))
  return isNumber ? parseNumber(own) : own
}

/** The identity that is all that the server answers with: a number, or a text of a format. */
export function identityAlone(
  contract: TestedContract,
  { parameter }: TestedResource,
  response: ReceivedResponse,
): unknown {
  const value = jsonOf(response)
  if (parameter === undefined || !/^(string|number|bigint)$/.test(typeof value)) return undefined
  const isTold = typeof value !== 'string' || formatOf(contract, parameter.schema) !== undefined
  return isTold && contract.verdicts.accepts(parameter.schema, value) ? value : undefined
}

export function pathOf(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).pathname : undefined
}
