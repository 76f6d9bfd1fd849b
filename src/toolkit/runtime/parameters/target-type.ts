import type { ArrayType, ObjectType, ParameterType, ScalarType } from '../../openapi/parameter.js'

/** A parameter's type, taken apart once. */
export interface Shape {
  readonly scalars: readonly ScalarType[]
  readonly array?: { readonly items: Shape; readonly prefix: readonly Shape[] }
  readonly object?: { readonly members: ReadonlyMap<string, Shape>; readonly rest?: Shape }
}

export const TEXT: Shape = { scalars: ['string'] }

export function shapeOf(type: ParameterType): Shape {
  const types = [type].flat() as readonly (ScalarType | ArrayType | ObjectType)[]
  const array = types.find((each) => typeof each === 'object' && 'array' in each)
  const object = types.find((each) => typeof each === 'object' && 'object' in each)
  return {
    scalars: types.filter((each) => typeof each === 'string'),
    ...(array && { array: arrayShape(array as ArrayType) }),
    ...(object && { object: objectShape(object as ObjectType) }),
  }
}

function arrayShape({ array, prefix = [] }: ArrayType): Shape['array'] & object {
  return { items: shapeOf(array), prefix: prefix.map(shapeOf) }
}

function objectShape({ object, rest }: ObjectType): Shape['object'] & object {
  const members = Object.entries(object).map(([name, type]) => [name, shapeOf(type)] as const)
  return { members: new Map(members), ...(rest !== undefined && { rest: shapeOf(rest) }) }
}

/** The shape of an item. */
export function itemShape({ array }: Shape, index: number): Shape {
  return array?.prefix[index] ?? array?.items ?? TEXT
}

/** The shape of a member; one that the document does not name may be any text. */
export function memberShape({ object }: Shape, name: string): Shape {
  return object?.members.get(name) ?? object?.rest ?? TEXT
}

/**
 * What else a shape can be read as: each of its types alone. Text is ambiguous where a schema allows
 * several types, and the first that it can be is not always the one that the schema accepts.
 */
export function readings(shape: Shape): Shape[] {
  const { scalars, array, object } = shape
  const alone: Shape[] = [
    ...scalars.map((scalar) => ({ scalars: [scalar] })),
    ...(array ? readings(array.items).map((items) => arrayOf(items, array.prefix)) : []),
    ...(object ? [{ scalars: [], object }] : []),
  ]
  return alone.length > 1 ? alone : [shape]
}

function arrayOf(items: Shape, prefix: readonly Shape[]): Shape {
  return { scalars: [], array: { items, prefix } }
}
