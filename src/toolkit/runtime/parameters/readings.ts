import { below } from '../../openapi/json-pointer.js'
import type { ScalarType } from '../../openapi/parameter.js'
import { itemType, memberType, type TargetType } from './target-type.js'

/** Kinds of values that a text can be read as. */
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

type ReadingKind = (typeof KINDS)[number]

/** True for a place, by its JSON pointer. */
type IsPlace = (pointer: string) => boolean

/**
 * Other types that a refused value can be read as: the first that fits is not always the accepted
 * one. Each kind at all places that are named, then wherever the type has it.
 *
 * @param value - The value as it was read.
 */
export function* readings(
  type: TargetType,
  value: unknown,
  isNamed: IsPlace,
): Generator<TargetType> {
  for (const isMeant of [isNamed, () => true]) {
    for (const kind of KINDS) {
      const other = asKind(type, value, '', kind, isMeant)
      if (other !== type) yield other
    }
  }
}

/** The type by which a value is read again, as one kind at some places; the same one if there are none. */
function asKind(
  type: TargetType,
  value: unknown,
  pointer: string,
  kind: ReadingKind,
  isMeant: IsPlace,
): TargetType {
  const { array, object } = type
  const only = onlyOf(type, kind)
  if (only !== undefined && isMeant(pointer)) return only
  const inside = (child: TargetType, key: string | number, item: unknown) =>
    asKind(child, item, below(pointer, key), kind, isMeant)
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
function onlyOf({ scalars, array, object }: TargetType, kind: ReadingKind): TargetType | undefined {
  const count = scalars.length + Number(array !== undefined) + Number(object !== undefined)
  if (count < 2) return undefined
  if (kind === 'array') return array && { scalars: [], array }
  if (kind === 'object') return object && { scalars: [], object }
  return scalars.includes(kind as ScalarType) ? { scalars: [kind as ScalarType] } : undefined
}
