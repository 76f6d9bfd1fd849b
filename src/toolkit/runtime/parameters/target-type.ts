import type {
  ParameterContract,
  ParameterStyle,
  ParameterType,
  ScalarType,
} from '../../openapi/parameter.js'
import { Unreadable } from './url-encoding.js'

export interface PreparedParameter extends ParameterContract {
  readonly targetType: TargetType
}

/** Reads the value of a parameter; `undefined` if it was not sent. @throws {Unreadable} */
export type ReadParameter = (parameter: PreparedParameter, targetType: TargetType) => unknown

/** True if the members of an object are sent as separate parameters. */
export function isExplodedObject({ targetType, style, explode }: PreparedParameter): boolean {
  return targetType.object !== undefined && explode === true && style !== 'deepObject'
}

export interface TargetType {
  readonly scalars: readonly ScalarType[]
  readonly array?: {
    readonly items: TargetType
    readonly prefix: readonly TargetType[]
    /** True if no item has a comma in it, though it may be a string. */
    readonly commaFree?: true
    /** Style of a list in a list; none: commas. */
    readonly style?: ParameterStyle
  }
  readonly object?: {
    readonly members: ReadonlyMap<string, TargetType>
    readonly rest?: TargetType
  }
}

const TEXT: TargetType = { scalars: ['string'] }

type SingleType = Exclude<ParameterType, readonly unknown[]>

/** By default a string. A type that holds values of its own type leads back to itself. */
export function targetTypeOf(
  type: ParameterType | undefined,
  above: readonly TargetType[] = [],
): TargetType {
  if (type === undefined) return TEXT
  const types = [type].flat() as readonly SingleType[]
  const found = <Key extends string>(key: Key) =>
    types.find((each): each is Extract<SingleType, Record<Key, unknown>> => {
      return typeof each === 'object' && key in each
    })
  const up = found('up')?.up
  if (up !== undefined) return above.at(-up) as TargetType
  const target: Writable<TargetType> = {
    scalars: types.filter((each): each is ScalarType => typeof each === 'string'),
  }
  const within = (each: ParameterType) => targetTypeOf(each, [...above, target])
  const [list, object] = [found('array'), found('object')]
  if (list) {
    const { array, prefix = [], ...more } = list
    target.array = { items: within(array), prefix: prefix.map(within), ...more }
  }
  if (object) {
    const { object: types, rest } = object
    const members = Object.entries(types).map(([name, type]) => [name, within(type)] as const)
    target.object = { members: new Map(members), ...(rest !== undefined && { rest: within(rest) }) }
  }
  return target
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

export function itemType({ array }: TargetType, index: number): TargetType {
  return array?.prefix[index] ?? array?.items ?? TEXT
}

/**
 * The type of a member; a member that the document does not name is a string.
 *
 * @throws {Unreadable} for one that changes prototypes and is not named.
 */
export function memberType({ object }: TargetType, name: string): TargetType {
  const named = object?.members.get(name)
  if (named === undefined && name === '__proto__') throw prototypeRefused()
  return named ?? object?.rest ?? TEXT
}

/** Members of texts are never objects but by brackets and JSON. */
export function prototypeRefused(): Unreadable {
  return new Unreadable(
    'prototype',
    'must not have a member `__proto__` or `constructor.prototype`',
  )
}
