import { isJson } from '../../../openapi/media-type.js'
import type { ParameterContract, ParameterType } from '../../../openapi/parameter.js'
import { defined } from '../../../shared/defined.js'
import type { Coercion, Field, Parameter } from '../../model/model.js'
import { membersNamed } from '../../print/as-const.js'

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
  const { prefix, commaFree, style } = list
  const members = Object.entries(object ?? {}).map(([name, each]) => [name, typeOf(each)] as const)
  const types = [
    ...scalars,
    ...(array
      ? [defined({ array: typeOf(array), prefix: prefix?.map(typeOf), commaFree, style })]
      : []),
    ...(object
      ? [defined({ object: membersNamed(Object.fromEntries(members)), rest: rest && typeOf(rest) })]
      : []),
  ]
  const [only] = types
  return types.length === 1 && only !== undefined ? only : types
}
