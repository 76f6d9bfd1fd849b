import { isObject } from '../../openapi/json.js'
import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { itemsOf, membersOf, partsOf, readOnlyOf, writeOnlyOf } from '../document/members.js'
import { isNumeric, isSameScalar } from '../values/same-value.js'
import { structureOf } from '../values/structure.js'
import { isVersionName } from '../values/version-name.js'
import { membersAt } from './members-at.js'

/** A part of a value that came back as another. */
export interface ValueChange {
  /** JSON pointer of the part. */
  readonly path: string
  readonly sent: unknown
  /** `undefined`: it did not come back. */
  readonly received: unknown
}

/** What a comparison goes by. */
export interface Compared {
  readonly contract: TestedContract
  /** The schema of what was sent, without which no member is compared. */
  readonly schema: Schema
  /** The schema of what came back: what it does not name or cannot hold may be left out. None: all comes back. */
  readonly told?: Schema
}

/**
 * The first part of what was sent that is another in what came back. Members beside those that were sent, read-only
 * and write-only ones, other spellings of the same value, and parts of another structure are no difference.
 */
export function differenceOf(
  compared: Compared,
  sent: unknown,
  received: unknown,
  path = '',
): ValueChange | undefined {
  if (isObject(sent) && isObject(received)) return ofObjects(compared, sent, received, path)
  if (Array.isArray(sent) && Array.isArray(received)) return ofLists(compared, sent, received, path)
  if (isOfOtherStructure(sent, received) || !mayHold(compared, sent)) return undefined
  const schemas = partsOf(compared.contract, compared.schema)
  return isSameScalar(sent, received, schemas) ? undefined : { path, sent, received }
}

/** True for `"EUR"` and `{ "code": "EUR" }`, which are no pictures of each other: schemas judge them. */
function isOfOtherStructure(sent: unknown, received: unknown): boolean {
  if (sent === null || received === null || received === undefined) return false
  return structureOf(sent) !== structureOf(received)
}

const toldAs = (told: Schema | undefined) => (told === undefined ? {} : { told })

/** True unless a name means something else in the response, whose schema refuses what was sent. */
function mayHold({ contract, told }: Compared, value: unknown): boolean {
  const isScalar = typeof value !== 'object' || value === null
  return !isScalar || told === undefined || contract.verdicts.accepts(told, value)
}

function ofObjects(
  { contract, schema, told }: Compared,
  sent: Readonly<Record<string, unknown>>,
  received: Readonly<Record<string, unknown>>,
  path: string,
): ValueChange | undefined {
  const members = membersOf(contract, schema)
  const named = told === undefined ? undefined : membersAt(contract, told, received)
  // A free part of a response has all that was sent.
  const shown = path !== '' && named?.size === 0 ? undefined : named
  const hidden = new Set([...readOnlyOf(contract, schema), ...writeOnlyOf(contract, schema)])
  for (const [name, value] of Object.entries(sent)) {
    // The server counts the versions.
    if (hidden.has(name) || (isVersionName(name) && isNumeric(value))) continue
    const isThere = Object.hasOwn(received, name)
    const below = shown?.get(name)
    // A response may leave out what is null, too.
    if (!isThere && (value === null || (shown && below === undefined))) continue
    const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const inside = { ...toldAs(below), contract, schema: members.get(name) ?? true }
    if (!isThere && mayHold(inside, value)) return { path: place, sent: value, received: undefined }
    if (!isThere) continue
    const difference = differenceOf(inside, value, received[name], place)
    if (difference !== undefined) return difference
  }
  return undefined
}

function ofLists(
  { contract, schema, told }: Compared,
  sent: readonly unknown[],
  received: readonly unknown[],
  path: string,
): ValueChange | undefined {
  if (sent.length !== received.length) return { path, sent, received }
  for (const [at, value] of sent.entries()) {
    const below = told === undefined ? undefined : itemsOf(contract, told, at)
    const inside = { ...toldAs(below), contract, schema: itemsOf(contract, schema, at) ?? true }
    const difference = differenceOf(inside, value, received[at], `${path}/${at}`)
    if (difference === undefined) continue
    // A set has no order.
    const isThere = received.some((each) => differenceOf(inside, value, each) === undefined)
    if (!isThere || !isSet(contract, schema)) return difference
  }
  return undefined
}

function isSet(contract: TestedContract, schema: Schema): boolean {
  return conjunctsOf(schema, contract.target).some(({ uniqueItems }) => uniqueItems === true)
}

/** True if two values are the same, but for the order of members. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isNumeric(one) && isNumeric(other)) return one.toString() === other.toString()
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => isSameValue(each, other[at]))
  }
  if (!isObject(one) || !isObject(other)) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  )
}
