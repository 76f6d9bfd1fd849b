import { below } from '../../openapi/json-pointer.js'
import type { ScalarType } from '../../openapi/parameter.js'
import { itemType, memberType, type TargetType } from './target-type.js'

const KINDS = [
  'int64',
  'integer',
  'number',
  'boolean',
  'null',
  'string',
  'array',
  'object',
] as const

export type ReadingKind = (typeof KINDS)[number]

/** The kind that the value at a place is read as, by its JSON pointer; none: what it is read as at first. */
type KindAt = (pointer: string) => ReadingKind | undefined

/**
 * Other types that a refused value can be read as: the first that fits is not always the accepted
 * one. Each kind at all places that are refused, then at each of them the first that fits there,
 * then each kind wherever the type has it.
 *
 * @param value - The value as it was read.
 * @param fitting - What is found to fit at some places, while these are tried as the yielded kind.
 */
export function* readings(
  type: TargetType,
  value: unknown,
  refused: ReadonlySet<string>,
  fitting: ReadonlyMap<string, ReadingKind>,
): Generator<readonly [other: TargetType, kind?: ReadingKind]> {
  for (const kind of KINDS) {
    yield [asKinds(type, value, '', (pointer) => (refused.has(pointer) ? kind : undefined)), kind]
  }
  yield [asKinds(type, value, '', (pointer) => fitting.get(pointer))]
  for (const kind of KINDS) yield [asKinds(type, value, '', () => kind)]
}

/** The type by which a value is read again, as other kinds at some places; the same one if there are none. */
function asKinds(type: TargetType, value: unknown, pointer: string, kindAt: KindAt): TargetType {
  const { array, object } = type
  const only = onlyOf(type, kindAt(pointer))
  if (only !== undefined) return only
  const inside = (child: TargetType, key: string | number, item: unknown) =>
    asKinds(child, item, below(pointer, key), kindAt)
  if (Array.isArray(value)) {
    if (array === undefined) return type
    const prefix = value.map((item, index) => inside(itemType(type, index), index, item))
    const isSame = prefix.every((each, index) => each === itemType(type, index))
    return isSame ? type : { ...type, array: { ...array, prefix } }
  }
  if (object === undefined || typeof value !== 'object' || value === null) return type
  const others = Object.entries(value).flatMap(([name, member]) => {
    const other = inside(memberType(type, name), name, member)
    return other === memberType(type, name) ? [] : ([[name, other]] as const)
  })
  if (others.length === 0) return type
  return { ...type, object: { ...object, members: new Map([...object.members, ...others]) } }
}

/** A type without its other kinds, if it has this one and others. */
function onlyOf(
  { scalars, array, object }: TargetType,
  kind?: ReadingKind,
): TargetType | undefined {
  const count = scalars.length + Number(array !== undefined) + Number(object !== undefined)
  if (count < 2) return undefined
  if (kind === 'array') return array && { scalars: [], array }
  if (kind === 'object') return object && { scalars: [], object }
  return scalars.includes(kind as ScalarType) ? { scalars: [kind as ScalarType] } : undefined
}
