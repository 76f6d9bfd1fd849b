import { isJson } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import { accepts } from '../../validation/accepts.js'
import type { CompiledParameters } from '../contract/contract.js'
import type { FieldsBody } from '../contract/media.js'
import { applyConversions, settleNumbers } from '../conversions/conversions.js'
import { type Explain, type ViolationSource, violationsAt } from '../errors/violations.js'
import { readFields } from './form-fields.js'
import type { ReadStep } from './parameter-group.js'
import { targetTypeOf } from './target-type.js'
import { fromContent } from './text-value.js'
import { percentDecode, queryOf, Unreadable } from './url-encoding.js'

/** Reads a whole query as one value of a media type (OpenAPI 3.2, section 4.12.2.1). */
export function querystringReader(group: CompiledParameters, explain: Explain): ReadStep {
  const [parameter] = group.parameters as [ParameterContract]
  const { requiredQuery, default: fallback, fields, rest, type, mediaType } = parameter
  const { parameters: _, ...compiled } = group
  const form: FieldsBody | undefined = fields && { ...compiled, fields, ...(rest && { rest }) }
  const targetType = targetTypeOf(type)
  return ({ raw }, sources) => {
    const query = queryOf(raw.url as string)
    if (query === '') {
      if (requiredQuery) throw new Unreadable('required', 'is required')
      return fallback && checked(group, structuredClone(fallback), explain, sources)
    }
    if (form !== undefined) {
      const read = readFields(query, form, explain, {}, 'query')
      sources.push(...read.sources)
      return read.values
    }
    const value = fromContent(percentDecode(query), mediaType, targetType)
    const settled = isJson(mediaType) ? settleNumbers(value, group.conversions) : value
    return checked(group, settled, explain, sources)
  }
}

function checked(
  { schema, validate, conversions }: CompiledParameters,
  value: unknown,
  explain: Explain,
  sources: ViolationSource[],
): unknown {
  if (accepts(validate, value)) return conversions ? applyConversions(value, conversions) : value
  sources.push(async () => violationsAt('query', await explain(schema, value)))
  return value
}
