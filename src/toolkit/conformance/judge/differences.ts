import { isObject, type JsonObject } from '../../openapi/json.js'
import type { TestedContract } from '../document/contract.js'
import { readOnlyOf, writeOnlyOf } from '../document/members.js'
import type { ValuePath } from '../values/path.js'
import {
  isNamed,
  itemSchemas,
  memberSchemas,
  type PlacedSchema,
  type Rule,
  rulesAt,
} from '../values/place.js'
import { isNumeric, isSameScalar } from '../values/same-value.js'
import { isOfOtherStructure } from '../values/structure.js'
import { isShifting } from '../values/version-name.js'

/** A part of a value that came back as another. */
export interface ValueChange {
  readonly path: ValuePath
  /** Pointer of the part's schema, or of the nearest one above, in what came back. */
  readonly pointer: string
  readonly sent: unknown
  /** `undefined`: it did not come back. */
  readonly received: unknown
}

/** An object that was sent, and what came back of it. */
export interface ReturnedObject {
  readonly mine: readonly Rule[]
  readonly theirs: readonly Rule[]
  readonly sent: JsonObject
  readonly received: JsonObject
  readonly path: ValuePath
}

/** What all parts of a comparison have in common. */
export interface Walk {
  readonly contract: TestedContract
  /** True for a member that a server may change. */
  mayChange?(name: string, value: unknown, path: ValuePath): boolean
  /** Hears of each object. */
  meets?(object: ReturnedObject): void
}

/** A value that was sent, and what came back. */
export interface ComparedParts {
  readonly asked: readonly PlacedSchema[]
  /** What these do not name or cannot hold may be left out. None: all comes back. */
  readonly told: readonly PlacedSchema[]
  readonly pointer: string
  readonly sent: unknown
  readonly received: unknown
  readonly path: ValuePath
}

/**
 * The parts of what was sent that are others in what came back. Members beside those that were sent, read-only and
 * write-only ones, other spellings of the same value, and parts of another structure are no difference.
 */
export function* differences(walk: Walk, pair: ComparedParts): Generator<ValueChange> {
  const { asked, told, sent, received, path, pointer } = pair
  if (isObject(sent) && isObject(received)) {
    yield* ofMembers(walk, { ...pair, sent, received })
    return
  }
  const rules = [...rulesOf(walk, asked, sent), ...rulesOf(walk, told, received)]
  if (Array.isArray(sent) && Array.isArray(received)) {
    yield* ofItems(walk, { ...pair, sent, received }, rules)
    return
  }
  if (isSpelt(walk, pair)) {
    if (Number(sent) !== Number(received)) yield { path, pointer, sent, received }
    return
  }
  if (isOfOtherStructure(sent, received) || !mayHold(walk, told, sent)) return
  if (isTurned(walk, pair)) return
  const schemas = rules.map(({ schema }) => schema)
  if (typeof sent === 'function' || isSameScalar(sent, received, schemas)) return
  yield { path, pointer, sent, received }
}

function rulesOf({ contract }: Walk, schemas: readonly PlacedSchema[], value: unknown) {
  return schemas.flatMap((each) => rulesAt(contract, each, value))
}

/** True for a number that comes back as a text, as a client could have sent it: both are one of a few types. */
function isSpelt({ contract }: Walk, { asked, sent, received }: ComparedParts): boolean {
  if (!isNumeric(sent) || typeof received !== 'string' || !/^-?\d+(\.\d+)?$/.test(received))
    return false
  const { verdicts } = contract
  const isEither = ({ schema }: PlacedSchema) =>
    verdicts.accepts(schema, received) && !verdicts.accepts(schema, true)
  return asked.length > 0 && asked.every(isEither)
}

/** True unless a name means something else in the response, whose schema refuses what was sent. */
function mayHold({ contract }: Walk, told: readonly PlacedSchema[], value: unknown): boolean {
  const isScalar = typeof value !== 'object' || value === null
  return !isScalar || told.every(({ schema }) => contract.verdicts.accepts(schema, value))
}

/** True for what is paid and comes back as a loss, though no client may send one. */
function isTurned({ contract }: Walk, { asked, sent, received }: ComparedParts): boolean {
  if (typeof sent !== 'number' || received !== -sent) return false
  return asked.some(({ schema }) => !contract.verdicts.accepts(schema, received))
}

function* ofMembers(
  walk: Walk,
  pair: ComparedParts & { readonly sent: JsonObject; readonly received: JsonObject },
): Generator<ValueChange> {
  const { asked, told, sent, received, path, pointer } = pair
  const { contract } = walk
  const mine = rulesOf(walk, asked, sent)
  const theirs = rulesOf(walk, told, received)
  const hidden = new Set(
    asked.flatMap(({ schema }) => [
      ...readOnlyOf(contract, schema),
      ...writeOnlyOf(contract, schema),
    ]),
  )
  for (const [name, value] of Object.entries(sent)) {
    // The server counts them.
    if (hidden.has(name) || (isShifting(name) && isNumeric(value))) continue
    if (walk.mayChange?.(name, value, path)) continue
    const isThere = Object.hasOwn(received, name)
    // A response may leave out what is null, too.
    if (!isThere && (value === null || !hasToTell(pair, theirs, name))) continue
    const schemas = memberSchemas(theirs, name)
    if (!isThere && !mayHold(walk, schemas, value)) continue
    const below = {
      asked: memberSchemas(mine, name),
      told: schemas,
      pointer: schemas[0]?.pointer ?? pointer,
      sent: value,
      received: received[name],
      path: [...path, name],
    }
    if (isThere) yield* differences(walk, below)
    else yield below
  }
  walk.meets?.({ mine, theirs, sent, received, path })
}

/** True unless a response may leave out a member: it does not name it, and is not free as a whole. */
function hasToTell({ told, path }: ComparedParts, theirs: readonly Rule[], name: string): boolean {
  if (told.length === 0 || isNamed(theirs, name)) return true
  const schemas = memberSchemas(theirs, name)
  const telling = schemas.filter(({ schema }) => schema !== true)
  if (telling.length > 0) return telling.every(({ schema }) => schema !== false)
  const isFree = theirs.every(({ schema }) => schema.properties === undefined)
  return isFree && (schemas.length > 0 || path.length > 0)
}

function* ofItems(
  walk: Walk,
  pair: ComparedParts & {
    readonly sent: readonly unknown[]
    readonly received: readonly unknown[]
  },
  rules: readonly Rule[],
): Generator<ValueChange> {
  const { asked, told, sent, received, path, pointer } = pair
  if (sent.length !== received.length) {
    // Of labels that become objects, a service may keep one that comes twice once.
    const least = new Set(sent.map((each) => String(each).trim().toLowerCase())).size
    const isLess = received.length < sent.length && received.length >= least
    if (!isLess || !isOfOtherStructure(sent[0], received[0]))
      yield { path, pointer, sent, received }
    return
  }
  // The items of a set have no order.
  const isSet = rules.some(({ schema }) => schema.uniqueItems === true)
  const mine = rulesOf(walk, asked, sent)
  const theirs = rulesOf(walk, told, received)
  for (const [index, item] of sent.entries()) {
    const { schemas } = itemSchemas(theirs, index)
    const below = {
      asked: itemSchemas(mine, index).schemas,
      told: schemas,
      pointer: schemas[0]?.pointer ?? pointer,
      sent: item,
      path: [...path, index],
    }
    const others = isSet ? received : []
    const isThere = others.some((each) => isSame(walk, { ...below, received: each }))
    if (!isThere) yield* differences(walk, { ...below, received: received[index] })
  }
}

/** True if nothing of a value came back otherwise. */
export function isSame({ contract }: Pick<Walk, 'contract'>, pair: ComparedParts): boolean {
  return differences({ contract }, pair).next().done === true
}
