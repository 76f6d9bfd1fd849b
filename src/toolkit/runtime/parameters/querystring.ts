import { isJson } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import { accepts } from '../../validation/accepts.js'
import type { CompiledParameters } from '../contract/contract.js'
import type { FieldsBody } from '../contract/request-media.js'
import { applyConversions, settleNumbers } from '../conversions/conversions.js'
import { type ViolationSource, violationsAt } from '../errors/violations.js'
import type { Explain } from '../loading/explainer.js'
import { fromContent } from './content.js'
import { percentDecode } from './decode.js'
import { readFields } from './form-fields.js'
import { TEXT, targetTypeOf } from './target-type.js'
import { Unreadable } from './unreadable.js'

/** What a query is as a whole, and what is wrong with it. @throws {Unreadable} */
export type ReadWhole = (query: string, findings: ViolationSource[]) => unknown

/** Reads a whole query as one value of a media type (OpenAPI 3.2, section 4.12.2.1). */
export function wholeQueryReader(group: CompiledParameters, explain: Explain): ReadWhole {
  const parameter = group.parameters[0] as ParameterContract
  const { required, default: fallback, fields, rest } = parameter
  const { parameters: _, ...compiled } = group
  const read = fields
    ? formReader({ ...compiled, fields, ...(rest && { rest }) }, explain)
    : valueReader(group, parameter, explain)
  return (query, findings) => {
    if (query !== '') return read(query, findings)
    if (required) throw new Unreadable('required', 'is required')
    return fallback && checked(group, structuredClone(fallback), explain, findings)
  }
}

/** Its members are read as the fields of a form are. */
function formReader(form: FieldsBody, explain: Explain): ReadWhole {
  return (query, findings) => {
    const fields = readFields(query, form, explain, {}, 'query')
    findings.push(...fields.findings)
    return fields.values
  }
}

function valueReader(
  group: CompiledParameters,
  { type, mediaType }: ParameterContract,
  explain: Explain,
): ReadWhole {
  const shape = type === undefined ? TEXT : targetTypeOf(type)
  return (query, findings) => {
    const value = fromContent(percentDecode(query), mediaType, shape)
    const settled = isJson(mediaType) ? settleNumbers(value, group.conversions) : value
    return checked(group, settled, explain, findings)
  }
}

function checked(
  { schema, validate, conversions }: CompiledParameters,
  value: unknown,
  explain: Explain,
  findings: ViolationSource[],
): unknown {
  if (accepts(validate, value)) return conversions ? applyConversions(value, conversions) : value
  findings.push(async () => violationsAt('query', await explain(schema, value)))
  return value
}
