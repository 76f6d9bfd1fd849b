import { isJson } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import type { Explain } from '../../validation/explain.js'
import { readFields } from '../bodies/fields.js'
import type { FieldsBody } from '../bodies/media.js'
import type { ParameterGroup } from '../contract.js'
import { type Violation, violationsAt } from '../errors/violations.js'
import { settle, toBigInt } from '../json/places.js'
import { accepts } from '../routing/accepts.js'
import { fromContent } from './content.js'
import { percentDecode } from './decode.js'
import { shapeOf, TEXT } from './shape.js'
import { Unreadable } from './unreadable.js'

/** What a query is as a whole, and what is wrong with it. @throws {Unreadable} */
export type ReadWhole = (query: string, violations: Violation[]) => unknown

/** Reads a whole query as one value of a media type (OpenAPI 3.2, section 4.12.2.1). */
export function wholeQueryReader(group: ParameterGroup, explain: Explain): ReadWhole {
  const parameter = group.parameters[0] as ParameterContract
  const { required, default: fallback, fields, rest } = parameter
  const { parameters: _, ...compiled } = group
  const read = fields
    ? formReader({ ...compiled, fields, ...(rest && { rest }) }, explain)
    : valueReader(group, parameter, explain)
  return (query, violations) => {
    if (query !== '') return read(query, violations)
    if (required) throw new Unreadable('required', 'is required')
    return fallback && checked(group, structuredClone(fallback), explain, violations)
  }
}

/** Its members are read as the fields of a form are. */
function formReader(form: FieldsBody, explain: Explain): ReadWhole {
  return (query, violations) => {
    const fields = readFields(query, form, explain, {}, 'query')
    violations.push(...fields.violations)
    return fields.values
  }
}

function valueReader(
  group: ParameterGroup,
  { type, mediaType }: ParameterContract,
  explain: Explain,
): ReadWhole {
  const shape = type === undefined ? TEXT : shapeOf(type)
  return (query, violations) => {
    const value = fromContent(percentDecode(query), mediaType, shape)
    const settled = isJson(mediaType) ? settle(value, group.places) : value
    return checked(group, settled, explain, violations)
  }
}

function checked(
  { schema, validate, places }: ParameterGroup,
  value: unknown,
  explain: Explain,
  violations: Violation[],
): unknown {
  if (accepts(validate, value)) return places ? toBigInt(value, places) : value
  violations.push(...violationsAt('query', explain(schema, value)))
  return value
}
