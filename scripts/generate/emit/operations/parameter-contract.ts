import type { Coercion, Field, Parameter } from '../../model/model.js'
import { membersNamed } from './inherited.js'
import { isJson } from './served.js'

type Written = Field & Partial<Parameter>

/** A parameter, or a field of a form, as the runtime reads it. */
export function parameterContract(parameter: Written): object {
  const { name, key, coerce, style, explode, mediaType, required, fields, rest } = parameter
  const isContent = style === 'content'
  const isPlain = coerce.array === undefined && coerce.object === undefined
  const isTold = isContent || !isPlain || style === 'label' || style === 'matrix'
  return {
    name,
    ...(key !== undefined && { key }),
    ...(!isJson(mediaType ?? '') && fields === undefined && { type: typeOf(coerce) }),
    // A scalar is written in the same way in most styles.
    ...((isTold || style === 'cookie') && { style }),
    ...(isTold && !isContent && { explode }),
    ...(isContent && { mediaType }),
    ...(parameter.allowEmptyValue && { allowEmptyValue: true }),
    ...(parameter.allowReserved && { allowReserved: true }),
    ...(parameter.in === 'querystring' && required && { required }),
    ...(fields && { fields: fields.map(parameterContract) }),
    ...(rest && { rest: typeOf(rest) }),
    ...('default' in parameter && { default: parameter.default }),
  }
}

/** What a text becomes; one type stands alone, several in the order in which they are tried. */
export function typeOf({ scalars, array, prefix, object, rest }: Coercion): unknown {
  const types = [
    ...scalars,
    ...(array ? [{ array: typeOf(array), ...(prefix && { prefix: prefix.map(typeOf) }) }] : []),
    ...(object ? [{ object: membersOf(object), ...(rest && { rest: typeOf(rest) }) }] : []),
  ]
  return types.length === 1 ? types[0] : types
}

function membersOf(object: NonNullable<Coercion['object']>): object {
  const members = Object.entries(object).map(([name, each]) => [name, typeOf(each)] as const)
  return membersNamed(Object.fromEntries(members))
}
