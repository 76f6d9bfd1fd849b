import { setOwn } from '../../../openapi/json.js'
import { isJson } from '../../../openapi/media-type.js'
import type {
  ArrayType,
  ObjectType,
  ParameterContract,
  ParameterType,
} from '../../../openapi/parameter.js'
import { defined } from '../../../shared/defined.js'
import type { Coercion, Field, Parameter } from '../../model/model.js'
import { Code } from '../../print/code.js'
import type { Output } from '../../print/imports.js'
import { literal, usesInside } from '../../print/print.js'

/** Data with `as const`. */
class AsConst extends Code {
  readonly value: unknown

  constructor(value: unknown) {
    super(`${literal(value)} as const`, usesInside(value))
    this.value = value
  }
}

/**
 * Members by names of the document. TypeScript types a member such as `toString` by `Object.prototype`,
 * which widens its literals: `as const` keeps them.
 */
export function membersNamed<Member>(
  members: Readonly<Record<string, Member>>,
): Readonly<Record<string, Member>> {
  const entries = Object.entries(members).map(([name, value]) => {
    const isInherited = name in Object.prototype
    return [name, isInherited ? (new AsConst(value) as Member) : value] as const
  })
  return Object.fromEntries(entries)
}

/** The value without `as const` if the code is JavaScript. */
export function withoutAsConst({ language }: Pick<Output, 'language'>, value: unknown): unknown {
  return language === 'typescript' ? value : plain(value)
}

function plain(value: unknown): unknown {
  if (value instanceof AsConst) return plain(value.value)
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object' || value instanceof Code) return value
  const members: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value)) setOwn(members, name, plain(each))
  return members
}

type Written = Field & Partial<Parameter>

/** A parameter, or a field of a form, as the runtime reads it. */
export function parameterContract(parameter: Written): ParameterContract {
  const { name, key, coerce, style, explode, mediaType, required, fields, rest } = parameter
  const isContent = style === 'content'
  const isPlain = coerce.array === undefined && coerce.object === undefined
  const isTold = isContent || !isPlain || style === 'label' || style === 'matrix'
  return defined({
    name,
    key,
    type: isJson(mediaType) || fields !== undefined ? undefined : typeOf(coerce),
    // Most styles write a scalar in the same way.
    style: isTold || style === 'cookie' ? style : undefined,
    explode: isTold && !isContent ? explode : undefined,
    mediaType: isContent ? mediaType : undefined,
    list: parameter.list,
    allowEmptyValue: parameter.allowEmptyValue,
    allowReserved: parameter.allowReserved,
    requiredQuery: isFlag(required && parameter.in === 'querystring'),
    emptyObjectIfAbsent: isFlag(required && mayBeAbsent(parameter)),
    fields: fields?.map(parameterContract),
    rest: rest && typeOf(rest),
    default: parameter.default,
  })
}

/** Contracts name a flag where it is set. */
const isFlag = (isSet: boolean | undefined): true | undefined => (isSet ? true : undefined)

/** True if the parameter may be an object with a pair for each member: an empty one is written as nothing. */
function mayBeAbsent({ in: location, style, explode, coerce }: Written): boolean {
  if (location !== 'query') return false
  const isExploded = style === 'deepObject' || (style === 'form' && explode)
  const { scalars, array, object } = coerce
  const isObject = object !== undefined && array === undefined
  return isExploded && isObject && scalars.every((scalar) => scalar === 'null')
}

/** Types of a text: one alone, several in the order in which they are tried. */
export function typeOf({ scalars, array, object, rest, up, ...list }: Coercion): ParameterType {
  if (up !== undefined) return { up }
  const types = [
    ...scalars,
    ...(array ? [arrayOf(array, list)] : []),
    ...(object ? [defined({ object: membersOf(object), rest: rest && typeOf(rest) })] : []),
  ]
  const [only] = types
  return types.length === 1 && only !== undefined ? only : types
}

function arrayOf(
  items: Coercion,
  { prefix, commaFree, style }: Omit<Coercion, 'scalars'>,
): ArrayType {
  return defined({ array: typeOf(items), prefix: prefix?.map(typeOf), commaFree, style })
}

function membersOf(object: NonNullable<Coercion['object']>): ObjectType['object'] {
  const members = Object.entries(object).map(([name, each]) => [name, typeOf(each)] as const)
  return membersNamed(Object.fromEntries(members))
}
