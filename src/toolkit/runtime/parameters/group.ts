import { setOwn } from '../../openapi/json.js'
import { keyOf } from '../../openapi/json-pointer.js'
import { isJson } from '../../openapi/media-type.js'
import { accepts } from '../../validation/accepts.js'
import type { ValidationError } from '../../validation/validator.js'
import type { CompiledParameters } from '../contract/contract.js'
import { applyConversions, conversionsOfMember, settleNumbers } from '../conversions/conversions.js'
import type { Violation, ViolationSource } from '../errors/violations.js'
import type { Explain } from '../loading/explainer.js'
import { type PreparedParameter, prepareParameters, type ReadParameter } from './prepared.js'
import { readings } from './target-type.js'
import { Unreadable } from './unreadable.js'

type ParameterValues = Record<string, unknown>

/** The parameters of one place, as they are read and held against their schema. */
export interface PreparedGroup extends CompiledParameters {
  /** What the names of their conversions begin with. */
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'body'
  readonly planned: readonly PreparedParameter[]
}

export function prepareGroup(
  group: CompiledParameters,
  place: PreparedGroup['place'],
): PreparedGroup {
  return { ...group, place, planned: prepareParameters(group.parameters) }
}

/**
 * Reads the parameters of a group, and adds what is wrong with them to `findings`. What explains a
 * refused value also tries to read it as something else, and changes the result if that is accepted.
 *
 * @param values - What else is held against the schema.
 */
export function readGroup(
  group: PreparedGroup,
  read: ReadParameter,
  explain: Explain,
  findings: ViolationSource[],
  values: ParameterValues = {},
): ParameterValues {
  const unreadable = new Set<string>()
  for (const parameter of group.planned) {
    try {
      const value = read(parameter, parameter.shape)
      const given = value === undefined ? fallback(parameter) : settled(group, parameter, value)
      if (given !== undefined) setOwn(values, parameter.name, given)
    } catch (error) {
      const place = `${group.place}.${parameter.name}`
      findings.push(faultAt(place, error))
      unreadable.add(place)
    }
  }
  if (accepts(group.validate, values)) {
    convert(group, values)
  } else {
    findings.push(async () => {
      const found = await readAgain(group, read, explain, values)
      return found.filter(({ place }) => !unreadable.has(place))
    })
  }
  return values
}

function convert({ conversions }: PreparedGroup, values: ParameterValues): void {
  if (conversions) applyConversions(values, conversions)
}

/** The numbers of JSON as the schema wants them; what is no JSON is so already. */
function settled(
  { conversions }: PreparedGroup,
  { name, mediaType }: PreparedParameter,
  value: unknown,
): unknown {
  if (!isJson(mediaType)) return value
  return settleNumbers(value, conversions && conversionsOfMember(conversions, name))
}

/**
 * What stands for a parameter that was not sent: a default of the document, or an object without
 * members, which nothing is written for. What a handler does to it stays in its request.
 */
function fallback(parameter: PreparedParameter): unknown {
  const { default: value, required } = parameter
  if (required) return {}
  return typeof value === 'object' ? structuredClone(value) : value
}

/** What cannot be read, as a violation. */
export function faultAt(place: string, error: unknown): Violation {
  /* c8 ignore next -- a fault of this program is none of the client */
  if (!(error instanceof Unreadable)) throw error
  return { place, pointer: '', keyword: error.keyword, message: error.message }
}

/** Tries what else refused values can be read as, and tells what is wrong all the same. */
async function readAgain(
  group: PreparedGroup,
  read: ReadParameter,
  explain: Explain,
  values: ParameterValues,
): Promise<Violation[]> {
  const violations = async () =>
    (await explain(group.schema, values)).map((each) => located(group, each))
  let found = await violations()
  for (const parameter of group.planned) {
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

/** What a parameter can be read as beside what comes first. */
function* otherValues(parameter: PreparedParameter, read: ReadParameter): Generator<unknown> {
  const shapes = readings(parameter.shape)
  if (shapes.length === 1) return
  for (const shape of shapes) {
    try {
      const value = read(parameter, shape)
      if (value !== undefined) yield value
    } catch (error) {
      // It can be read as something else.
      faultAt(parameter.name, error)
    }
  }
}

/** A violation of the schema of all parameters, at the parameter that it is about. */
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
