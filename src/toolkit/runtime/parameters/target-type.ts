import type { ArrayType, ObjectType, ParameterType, ScalarType } from '../../openapi/parameter.js'

/** A parameter's type, taken apart once. */
export interface TargetType {
  readonly scalars: readonly ScalarType[]
  readonly array?: { readonly items: TargetType; readonly prefix: readonly TargetType[] }
  readonly object?: {
    readonly members: ReadonlyMap<string, TargetType>
    readonly rest?: TargetType
  }
}

export const TEXT: TargetType = { scalars: ['string'] }

export function targetTypeOf(type: ParameterType): TargetType {
  const types = [type].flat() as readonly (ScalarType | ArrayType | ObjectType)[]
  const array = types.find((each) => typeof each === 'object' && 'array' in each)
  const object = types.find((each) => typeof each === 'object' && 'object' in each)
  return {
    scalars: types.filter((each) => typeof each === 'string'),
    ...(array && { array: arrayShape(array as ArrayType) }),
    ...(object && { object: objectShape(object as ObjectType) }),
  }
}

function arrayShape({ array, prefix = [] }: ArrayType): TargetType['array'] & object {
  return { items: targetTypeOf(array), prefix: prefix.map(targetTypeOf) }
}

function objectShape({ object, rest }: ObjectType): TargetType['object'] & object {
  const members = Object.entries(object).map(([name, type]) => [name, targetTypeOf(type)] as const)
  return { members: new Map(members), ...(rest !== undefined && { rest: targetTypeOf(rest) }) }
}

/** The shape of an item. */
export function itemType({ array }: TargetType, index: number): TargetType {
  return array?.prefix[index] ?? array?.items ?? TEXT
}

/** The shape of a member; one that the document does not name may be any text. */
export function memberType({ object }: TargetType, name: string): TargetType {
  return object?.members.get(name) ?? object?.rest ?? TEXT
}

/**
 * What else a shape can be read as: each of its types alone. Text is ambiguous where a schema allows
 * several types, and the first that it can be is not always the one that the schema accepts.
 */
export function readings(shape: TargetType): TargetType[] {
  const { scalars, array, object } = shape
  const alone: TargetType[] = [
    ...scalars.map((scalar) => ({ scalars: [scalar] })),
    ...(array ? readings(array.items).map((items) => arrayOf(items, array.prefix)) : []),
    ...(object ? [{ scalars: [], object }] : []),
  ]
  return alone.length > 1 ? alone : [shape]
}

function arrayOf(items: TargetType, prefix: readonly TargetType[]): TargetType {
  return { scalars: [], array: { items, prefix } }
}
