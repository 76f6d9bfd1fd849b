import { isJson } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import { accepts } from '../../validation/validator.js'
import type { CompiledParameters } from '../contract/contract.js'
import type { FieldsBody } from '../contract/media.js'
import { applyConversions, settleNumbers } from '../conversions/conversions.js'
import { type Explain, type ViolationSource, violationsAt } from '../errors/violations.js'
import { readFields } from './form-fields.js'
import { targetTypeOf } from './target-type.js'
import { fromContent } from './text-value.js'
import { percentDecode, Unreadable } from './url-encoding.js'

/** Reads a whole query as one value, adding violations. @throws {Unreadable} */
type ReadQuerystring = (query: string, violationSources: ViolationSource[]) => unknown

/** Reads a whole query as one value of a media type (OpenAPI 3.2, section 4.12.2.1). */
export function querystringReader(group: CompiledParameters, explain: Explain): ReadQuerystring {
  const parameter = group.parameters[0] as ParameterContract
  const { requiredQuery, default: fallback, fields, rest } = parameter
  const { parameters: _, ...compiled } = group
  const read = fields
    ? formReader({ ...compiled, fields, ...(rest && { rest }) }, explain)
    : valueReader(group, parameter, explain)
  return (query, violationSources) => {
    if (query !== '') return read(query, violationSources)
    if (requiredQuery) throw new Unreadable('required', 'is required')
    return fallback && checked(group, structuredClone(fallback), explain, violationSources)
  }
}

/** Reads the members like the fields of a form. */
function formReader(form: FieldsBody, explain: Explain): ReadQuerystring {
  return (query, violationSources) => {
    const fields = readFields(query, form, explain, {}, 'query')
    violationSources.push(...fields.violationSources)
    return fields.values
  }
}

function valueReader(
  group: CompiledParameters,
  { type, mediaType }: ParameterContract,
  explain: Explain,
): ReadQuerystring {
  const targetType = targetTypeOf(type)
  return (query, violationSources) => {
    const value = fromContent(percentDecode(query), mediaType, targetType)
    const settled = isJson(mediaType) ? settleNumbers(value, group.conversions) : value
    return checked(group, settled, explain, violationSources)
  }
}

function checked(
  { schema, validate, conversions }: CompiledParameters,
  value: unknown,
  explain: Explain,
  violationSources: ViolationSource[],
): unknown {
  if (accepts(validate, value)) return conversions ? applyConversions(value, conversions) : value
  violationSources.push(async () => violationsAt('query', await explain(schema, value)))
  return value
}
