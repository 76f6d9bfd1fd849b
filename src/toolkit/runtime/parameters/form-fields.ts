import { isJson } from '../../openapi/media-type.js'
import type { ParameterContract } from '../../openapi/parameter.js'
import { memoize } from '../../shared/memoize.js'
import { applyConversions, markInexact } from '../../validation/conversions/converted-values.js'
import { accepts } from '../../validation/validator.js'
import type { CompiledParameters } from '../contract/contract.js'
import type { FieldsBody } from '../contract/media.js'
import { type Explain, undecodable, type Violation, violationsAt } from '../errors/violations.js'
import { targetOf } from '../routing/target.js'
import { PreparedGroup, type ReadStep } from './parameter-group.js'
import { queryParser } from './query.js'
import {
  prototypeRefused,
  type ReadParameter,
  type TargetType,
  targetTypeOf,
} from './target-type.js'
import { fromContent } from './text-value.js'
import { formDecode, percentDecode, Unreadable, violationOf } from './url-encoding.js'
import { valueFrom } from './values.js'

/**
 * Reads the fields of a form, each as the type of its schema.
 *
 * @param form - As `application/x-www-form-urlencoded`.
 * @param values - Members that are not fields, for the schema.
 * @param place - Location of the form.
 */
export function readFields(
  form: string,
  media: FieldsBody,
  explain: Explain,
  values: Record<string, unknown> = {},
  place: 'body' | 'query' = 'body',
) {
  const { group, parse, others } = preparedForms[place](media)
  const violations: Violation[] = []
  let found = values
  try {
    const { read, unknown } = parse(form)
    for (const name of Object.keys(values)) unknown.delete(name)
    if (unknown.has('__proto__')) throw prototypeRefused()
    const unnamed = [...unknown.keys()].map((name) => ({ name, targetType: others }))
    const readAny: ReadParameter = (parameter, type) => {
      const texts = unknown.get(parameter.name)
      return texts ? valueFrom({ texts, decode: formDecode }, type) : read(parameter, type)
    }
    found = group.read(readAny, explain, violations, values, unnamed)
  } catch (error) {
    violations.push(violationOf(place, error))
  }
  return { values: found, violations }
}

const preparedForms = {
  body: memoize((media: FieldsBody) => prepareForm(media, 'body')),
  query: memoize((media: FieldsBody) => prepareForm(media, 'query')),
}

function prepareForm(media: FieldsBody, location: 'body' | 'query') {
  const group = new PreparedGroup({ ...media, parameters: media.fields }, location, true)
  const item = targetTypeOf(media.rest)
  // Type of fields that the schema does not name: a string, or several.
  const others: TargetType = { ...item, array: item.array ?? { items: item, prefix: [] } }
  return { group, parse: queryParser(group.parameters), others }
}

/** Reads a whole query as one value of a media type (OpenAPI 3.2, section 4.12.2.1). */
export function querystringReader(group: CompiledParameters, explain: Explain): ReadStep {
  const [parameter] = group.parameters as [ParameterContract]
  const { requiredQuery, default: fallback, fields, rest, type, mediaType } = parameter
  const { parameters: _, ...compiled } = group
  const form: FieldsBody | undefined = fields && { ...compiled, fields, ...(rest && { rest }) }
  const targetType = targetTypeOf(type)
  return (request, violations) => {
    const { query } = targetOf(request)
    if (query === '') {
      if (requiredQuery) throw new Unreadable('required', 'is required')
      return fallback && checked(group, structuredClone(fallback), explain, violations)
    }
    if (form !== undefined) {
      const read = readFields(query, form, explain, {}, 'query')
      violations.push(...read.violations)
      return read.values
    }
    const value = fromContent(percentDecode(query), mediaType, targetType)
    const marked = isJson(mediaType) ? markInexact(value, group.conversions) : value
    return checked(group, marked, explain, violations)
  }
}

function checked(
  { schema, validate, conversions }: CompiledParameters,
  value: unknown,
  explain: Explain,
  violations: Violation[],
): unknown {
  if (!accepts(validate, value)) {
    violations.push(...violationsAt('query', explain(schema, value)))
    return value
  }
  try {
    return applyConversions(value, conversions)
  } catch (error) {
    violations.push({ place: 'query', ...undecodable(error) })
    return value
  }
}
