import type { ScalarType } from '../../openapi/parameter.js'
import {
  itemType,
  memberType,
  type PreparedParameter,
  type ReadParameter,
  type TargetType,
} from './target-type.js'
import { toScalar } from './text-value.js'
import { violationOf } from './url-encoding.js'

/** Readings that are tried at most. */
const MAX_READINGS = 64
/** Lists up to this length have items that are read apart from each other; of longer ones, items that are named. */
const MAX_ITEMS = 8
const MAX_NAMED = 256
const MAX_DEPTH = 8

type Key = string | number
type ReadPath = readonly Key[]
/** In a path: every item of a list. */
const EACH = -1

/** A place of a value whose text could be something else. */
interface Choice {
  readonly path: ReadPath
  readonly types: readonly TargetType[]
}

/** True for a place that a violation names. */
type IsNamed = (path: ReadPath) => boolean

/**
 * Other types that a refused value can be read as: the first that fits is not always the accepted
 * one. First each type at all places that are named, then wherever it is possible, then combinations.
 *
 * @param value - The value as it was read.
 */
export function* readings(
  type: TargetType,
  value: unknown,
  isNamed: IsNamed,
): Generator<TargetType> {
  const found = choicesOf(type, value, [], isNamed)
  const named = found.filter(({ path }) => isNamed(path.filter((key) => key !== EACH)))
  const choices = [...named, ...found.filter((each) => !named.includes(each))]
  if (named.length < choices.length) yield* ofOneKind(type, named)
  yield* ofOneKind(type, choices)
  yield* combinations(type, choices)
}

/** Each type at all places where it is possible. */
function* ofOneKind(type: TargetType, choices: readonly Choice[]): Generator<TargetType> {
  for (const kind of new Set(choices.flatMap(({ types }) => types.map(kindOf)))) {
    yield choices.reduce((each, { path, types }) => {
      const other = types.find((one) => kindOf(one) === kind)
      return other ? replaced(each, path, other) : each
    }, type)
  }
}

/** Counts through the choices, of which the first changes fastest. */
function* combinations(type: TargetType, choices: readonly Choice[]): Generator<TargetType> {
  for (let count = 1; count < MAX_READINGS; count++) {
    let [left, result] = [count, type]
    for (const { path, types } of choices) {
      const digit = left % (types.length + 1)
      left = Math.floor(left / (types.length + 1))
      if (digit > 0) result = replaced(result, path, types[digit - 1] as TargetType)
    }
    if (left > 0) return
    yield result
  }
}

/** Name of a type that is one kind of value. */
function kindOf({ scalars: [scalar], array }: TargetType): string {
  return scalar ?? (array ? 'array' : 'object')
}

function choicesOf(type: TargetType, value: unknown, path: ReadPath, isNamed: IsNamed): Choice[] {
  if (value === undefined || path.length > MAX_DEPTH) return []
  const types = othersThan(value, type)
  const within = childrenOf(type, value, path, isNamed)
  return [...(types.length > 0 ? [{ path, types }] : []), ...within]
}

function childrenOf(type: TargetType, value: unknown, path: ReadPath, isNamed: IsNamed): Choice[] {
  const below = (key: Key, child: TargetType, item: unknown) =>
    choicesOf(child, item, [...path, key], isNamed)
  if (Array.isArray(value) && type.array) {
    const isLong = value.length > MAX_ITEMS
    const each = value.flatMap((item, index) =>
      isLong && !(index < MAX_NAMED && isNamed([...path, index]))
        ? []
        : below(index, itemType(type, index), item),
    )
    return isLong ? [...each, ...choicesOfEach(type.array.items, value, [...path, EACH])] : each
  }
  if (typeof value !== 'object' || value === null || !type.object) return []
  return Object.entries(value).flatMap(([name, member]) =>
    below(name, memberType(type, name), member),
  )
}

/** Long lists are read as items of one type, but for those that are named. */
function choicesOfEach(items: TargetType, values: readonly unknown[], path: ReadPath): Choice[] {
  const found = values.flatMap((value) => othersThan(value, items))
  const types = [...new Map(found.map((each) => [kindOf(each), each])).values()]
  return types.length > 0 ? [{ path, types }] : []
}

/** The single types of a place that its text may be, too. */
function othersThan(value: unknown, { scalars, array, object }: TargetType): TargetType[] {
  const isList = Array.isArray(value)
  const isObject = typeof value === 'object' && value !== null && !isList
  const others = scalars.filter((each) => isList || isObject || isOther(value, each))
  return [
    ...others.map((each) => ({ scalars: [each] })),
    ...(array && !isList ? [{ scalars: [], array }] : []),
    ...(object && !isObject ? [{ scalars: [], object }] : []),
  ]
}

/** True if the text of a value may be another value of this type. */
function isOther(value: unknown, scalar: ScalarType): boolean {
  if (typeof value === 'string')
    return scalar !== 'string' && toScalar(value, [scalar]) !== undefined
  if (scalar === 'int64') return typeof value === 'number'
  if (scalar === 'integer' || scalar === 'number') return typeof value === 'bigint'
  return scalar === 'string' || scalar !== (value === null ? 'null' : typeof value)
}

/** A type with another one at a place inside, if that is still there. */
function replaced(type: TargetType, [key, ...rest]: ReadPath, other: TargetType): TargetType {
  if (key === undefined) return other
  const { array, object } = type
  if (typeof key === 'number') {
    return array ? { ...type, array: listReplaced(type, array, [key, ...rest], other) } : type
  }
  if (object === undefined) return type
  const { members, ...open } = object
  const member = replaced(memberType(type, key), rest, other)
  return { ...type, object: { ...open, members: new Map(members).set(key, member) } }
}

function listReplaced(
  type: TargetType,
  { items, prefix, ...list }: NonNullable<TargetType['array']>,
  [index, ...rest]: readonly [number, ...ReadPath],
  other: TargetType,
) {
  if (index === EACH) return { ...list, prefix, items: replaced(items, rest, other) }
  const first = Array.from({ length: Math.max(prefix.length, index + 1) }, (_, each) =>
    each === index ? replaced(itemType(type, each), rest, other) : itemType(type, each),
  )
  return { ...list, items, prefix: first }
}

/** The value, or `undefined` if it cannot be read as this type: another one may be readable. */
export function readOr(
  parameter: PreparedParameter,
  type: TargetType,
  read: ReadParameter,
): unknown {
  try {
    return read(parameter, type)
  } catch (error) {
    violationOf(parameter.name, error)
    return undefined
  }
}
