import { setOwn } from '../../openapi/json.js'
import { keyOf } from '../../openapi/json-pointer.js'
import { isJson } from '../../openapi/media-type.js'
import { accepts } from '../../validation/accepts.js'
import type { ValidationError } from '../../validation/validator.js'
import type { CompiledParameters } from '../contract/contract.js'
import { applyConversions, conversionsOfMember, settleNumbers } from '../conversions/conversions.js'
import type { Violation, ViolationSource } from '../errors/violations.js'
import type { Explain } from '../loading/schemas.js'
import {
  type PreparedParameter,
  prepareParameters,
  type ReadParameter,
  readings,
} from './target-type.js'
import { Unreadable } from './url-encoding.js'

type ParameterValues = Record<string, unknown>

/** The parameters of one location, prepared for reading. */
export interface PreparedGroup extends CompiledParameters {
  /** Prefix of the places of violations. */
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'body'
  readonly prepared: readonly PreparedParameter[]
}

export function prepareGroup(
  group: CompiledParameters,
  place: PreparedGroup['place'],
): PreparedGroup {
  return { ...group, place, prepared: prepareParameters(group.parameters) }
}

/**
 * Reads the parameters of a group and checks them against their schema. Adds violations to
 * `violationSources`. The explanation of a refused value also tries to read it as other types, and changes
 * the result if one is accepted.
 *
 * @param values - Other members of the object that the schema describes.
 */
export function readGroup(
  group: PreparedGroup,
  read: ReadParameter,
  explain: Explain,
  violationSources: ViolationSource[],
  values: ParameterValues = {},
): ParameterValues {
  const unreadable = new Set<string>()
  for (const parameter of group.prepared) {
    try {
      const value = read(parameter, parameter.targetType)
      const given = value === undefined ? fallback(parameter) : settled(group, parameter, value)
      if (given !== undefined) setOwn(values, parameter.name, given)
    } catch (error) {
      const place = `${group.place}.${parameter.name}`
      violationSources.push(faultAt(place, error))
      unreadable.add(place)
    }
  }
  if (accepts(group.validate, values)) {
    convert(group, values)
  } else {
    violationSources.push(async () => {
      const found = await readAgain(group, read, explain, values)
      return found.filter(({ place }) => !unreadable.has(place))
    })
  }
  return values
}

function convert({ conversions }: PreparedGroup, values: ParameterValues): void {
  if (conversions) applyConversions(values, conversions)
}

/** Rounds the numbers of JSON that are not int64s. */
function settled(
  { conversions }: PreparedGroup,
  { name, mediaType }: PreparedParameter,
  value: unknown,
): unknown {
  if (!isJson(mediaType)) return value
  return settleNumbers(value, conversions && conversionsOfMember(conversions, name))
}

/** The value of a parameter that was not sent: its default, copied, or an empty object. */
function fallback(parameter: PreparedParameter): unknown {
  const { default: value, required } = parameter
  if (required) return {}
  return typeof value === 'object' ? structuredClone(value) : value
}

/** A value that cannot be read, as a violation. */
export function faultAt(place: string, error: unknown): Violation {
  /* c8 ignore next -- a fault of this program is none of the client */
  if (!(error instanceof Unreadable)) throw error
  return { place, pointer: '', keyword: error.keyword, message: error.message }
}

/** Reads refused values as other types; returns the violations that remain. */
async function readAgain(
  group: PreparedGroup,
  read: ReadParameter,
  explain: Explain,
  values: ParameterValues,
): Promise<Violation[]> {
  const violations = async () =>
    (await explain(group.schema, values)).map((each) => located(group, each))
  let found = await violations()
  for (const parameter of group.prepared) {
    const place = `${group.place}.${parameter.name}`
    if (!found.some((each) => each.place === place)) continue
    for (const value of otherValues(parameter, read)) {
      const first = values[parameter.name]
      setOwn(values, parameter.name, value)
      if (accepts(group.validate, values)) {
        convert(group, values)
        return []
      }
      const others = await violations()
      if (!others.some((each) => each.place === place)) {
        found = others
        break
      }
      setOwn(values, parameter.name, first)
    }
  }
  return found
}

/** The other values that a parameter can be read as. */
function* otherValues(parameter: PreparedParameter, read: ReadParameter): Generator<unknown> {
  const targetTypes = readings(parameter.targetType)
  if (targetTypes.length === 1) return
  for (const targetType of targetTypes) {
    try {
      const value = read(parameter, targetType)
      if (value !== undefined) yield value
    } catch (error) {
      // Another type may be readable.
      faultAt(parameter.name, error)
    }
  }
}

/** Locates a violation of the schema of all parameters at its parameter. */
function located(
  { place }: PreparedGroup,
  { instancePath, keyword, message, params }: ValidationError,
): Violation {
  const { missingProperty } = params
  if (instancePath === '' && keyword === 'required') {
    return { place: `${place}.${missingProperty}`, pointer: '', keyword, message: 'is required' }
  }
  const [, name = '', ...rest] = instancePath.split('/')
  const pointer = rest.map((key) => `/${key}`).join('')
  if (instancePath === '') return { place, pointer, keyword, message }
  return { place: `${place}.${keyOf(name)}`, pointer, keyword, message }
}
