import type { FastifyRequest } from 'fastify'
import { setOwn } from '../../openapi/json.js'
import { below, keyOf } from '../../openapi/json-pointer.js'
import { isJson } from '../../openapi/media-type.js'
import {
  applyConversions,
  markInexact,
  noteInexact,
} from '../../validation/conversions/converted-values.js'
import { accepts, type ValidationError } from '../../validation/validator.js'
import type { CompiledParameters } from '../contract/contract.js'
import { type Explain, undecodable, type Violation } from '../errors/violations.js'
import { type ReadingKind, readings } from './readings.js'
import {
  type PreparedParameter,
  type ReadParameter,
  type TargetType,
  targetTypeOf,
} from './target-type.js'
import { violationOf } from './url-encoding.js'

type ParameterValues = Record<string, unknown>

/** Reads and validates the parameters of one location. @throws {Unreadable} for a whole query. */
export type ReadStep = (request: FastifyRequest, violations: Violation[]) => unknown

export class PreparedGroup {
  readonly parameters: readonly PreparedParameter[]
  readonly #compiled: CompiledParameters
  readonly #location: string
  readonly #isForm: boolean

  /** @param isForm - True if parameters are members of one value, the location. */
  constructor(compiled: CompiledParameters, location: string, isForm = false) {
    this.parameters = compiled.parameters.map((each) => {
      return { ...each, targetType: targetTypeOf(each.type) }
    })
    this.#compiled = compiled
    this.#location = location
    this.#isForm = isForm
  }

  /**
   * Reads the parameters and validates them together with other `values`; adds violations. The
   * explanation of a refused value tries to read it as other types, and changes the result if one
   * is accepted.
   *
   * @param unnamed - Members of a form that have no parameter.
   */
  read(
    read: ReadParameter,
    explain: Explain,
    violations: Violation[],
    values: ParameterValues = {},
    unnamed: readonly PreparedParameter[] = [],
  ): ParameterValues {
    let unreadable: Set<string | undefined> | undefined
    const parameters = unnamed.length > 0 ? [...unnamed, ...this.parameters] : this.parameters
    for (const parameter of parameters) {
      try {
        const value = read(parameter, parameter.targetType)
        const given = value === undefined ? fallback(parameter) : value
        if (given !== undefined) setOwn(values, parameter.name, given)
      } catch (error) {
        const violation = violationOf('', error)
        violations.push({ ...violation, ...this.#placeOf(parameter.name, violation.pointer) })
        unreadable ??= new Set()
        unreadable.add(parameter.name)
      }
    }
    markInexact(values, this.#compiled.conversions)
    try {
      if (this.#accept(values)) return values
      // JSON says itself what its values are.
      const texts = parameters.filter(({ mediaType }) => !isJson(mediaType))
      const again = this.#readAgain(texts, read, explain, values)
      const found = again.found.filter((each) => !unreadable?.has(nameOf(each)))
      violations.push(...found.map((each) => this.#located(each)))
      return again.values
    } catch (error) {
      const { pointer, ...rule } = undecodable(error)
      violations.push(this.#located({ ...rule, instancePath: pointer, params: {} }))
    }
    return values
  }

  #placeOf(name: string, inside = ''): Pick<Violation, 'place' | 'pointer'> {
    return this.#isForm
      ? { place: this.#location, pointer: below('', name) + inside }
      : { place: `${this.#location}.${name}`, pointer: inside }
  }

  /** Converts valid values; returns false for others. */
  #accept(values: ParameterValues): boolean {
    const { validate, conversions } = this.#compiled
    if (!accepts(validate, values)) return false
    applyConversions(values, conversions)
    return true
  }

  /** Reads refused values as other types, until all are accepted; returns the violations of the fewest. */
  #readAgain(
    parameters: readonly PreparedParameter[],
    read: ReadParameter,
    explain: Explain,
    values: ParameterValues,
  ): { readonly values: ParameterValues; readonly found: readonly Refused[] } {
    const { schema, conversions } = this.#compiled
    let fewest = explain(schema, values)
    const pointers = new Set(fewest.map(({ instancePath }) => instancePath))
    const members = new Map(parameters.map(({ name, targetType }) => [name, targetType]))
    const texts = Object.fromEntries(Object.entries(values).filter(([name]) => members.has(name)))
    const whole: TargetType = { scalars: [], object: { members } }
    const fitting = new Map<string, ReadingKind>()
    for (const [other, kind] of readings(whole, texts, pointers, fitting)) {
      if (other === whole) continue
      const others = { ...values }
      for (const parameter of parameters) {
        const type = other.object?.members.get(parameter.name) ?? parameter.targetType
        if (type === parameter.targetType) continue
        const value = readOr(parameter, type, read)
        if (value === undefined) continue
        setOwn(others, parameter.name, markInexact(value, conversions, parameter.name))
        noteInexact(others)
      }
      if (this.#accept(others)) return { values: others, found: [] }
      // Of one alone, no reading is known to be better.
      if (pointers.size === 1 || (!kind && countNames(fewest) === 1)) continue
      const left = explain(schema, others)
      const still = new Set(left.map(({ instancePath }) => instancePath))
      for (const pointer of pointers) {
        if (kind && !still.has(pointer) && !fitting.has(pointer)) fitting.set(pointer, kind)
      }
      if (countNames(left) < countNames(fewest)) fewest = left
    }
    return { values, found: fewest }
  }

  /** Locates a violation of the schema of all parameters at its parameter. */
  #located(refused: Refused): Violation {
    const { instancePath, keyword, message } = refused
    const name = nameOf(refused)
    if (name === undefined) return { place: this.#location, pointer: '', keyword, message }
    const place = this.#placeOf(name, instancePath.replace(/^\/[^/]*/, ''))
    return { ...place, keyword, message: instancePath === '' ? 'is required' : message }
  }
}

type Refused = Omit<ValidationError, 'schemaPath'>

/** The parameter that a violation is about; none: it is about all of them together. */
function nameOf({ instancePath, keyword, params }: Refused): string | undefined {
  if (instancePath !== '') return keyOf(instancePath.split('/')[1] as string)
  return keyword === 'required' ? String(params.missingProperty) : undefined
}

/** The value, or `undefined` if it cannot be read as this type: another one may be readable. */
function readOr(parameter: PreparedParameter, type: TargetType, read: ReadParameter): unknown {
  try {
    return read(parameter, type)
  } catch (error) {
    violationOf(parameter.name, error)
    return undefined
  }
}

function countNames(found: readonly Refused[]): number {
  return new Set(found.map(nameOf)).size
}

/** The value of a parameter that was not sent: its default, copied, or an empty object. */
function fallback({ default: value, emptyObjectIfAbsent }: PreparedParameter): unknown {
  if (emptyObjectIfAbsent) return {}
  return typeof value === 'object' ? structuredClone(value) : value
}
