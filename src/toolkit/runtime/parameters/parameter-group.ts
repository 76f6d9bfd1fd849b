import type { FastifyRequest } from 'fastify'
import { setOwn } from '../../openapi/json.js'
import { keyOf } from '../../openapi/json-pointer.js'
import { isJson } from '../../openapi/media-type.js'
import { applyConversions, markInexact } from '../../validation/conversions/converted-values.js'
import { noteInexact } from '../../validation/conversions/inexact-integers.js'
import { accepts, type ValidationError } from '../../validation/validator.js'
import type { CompiledParameters } from '../contract/contract.js'
import { type Explain, undecodable, type Violation } from '../errors/violations.js'
import { MAX_READINGS, otherValues, readings, readOr } from './readings.js'
import { type PreparedParameter, prepareParameters, type ReadParameter } from './target-type.js'
import { violationOf } from './url-encoding.js'

type ParameterValues = Record<string, unknown>

/** Reads and validates the parameters of one location. @throws {Unreadable} for a whole query. */
export type ReadStep = (request: FastifyRequest, violations: Violation[]) => unknown

/** The parameters of one location, prepared for reading. */
export class PreparedGroup {
  readonly parameters: readonly PreparedParameter[]
  readonly #compiled: CompiledParameters
  readonly #location: string

  /** Violations have the location as the prefix of their places. */
  constructor(compiled: CompiledParameters, location: string) {
    this.parameters = prepareParameters(compiled.parameters)
    this.#compiled = compiled
    this.#location = location
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
    let unreadable: Set<string> | undefined
    const parameters = unnamed.length > 0 ? [...unnamed, ...this.parameters] : this.parameters
    for (const parameter of parameters) {
      try {
        const value = read(parameter, parameter.targetType)
        const given = value === undefined ? fallback(parameter) : value
        if (given !== undefined) setOwn(values, parameter.name, given)
      } catch (error) {
        const place = this.#placeOf(parameter.name)
        violations.push(violationOf(place, error))
        unreadable ??= new Set()
        unreadable.add(place)
      }
    }
    markInexact(values, this.#compiled.conversions)
    try {
      if (this.#accept(values)) return values
      // JSON says itself what its values are.
      const texts = parameters.filter(({ mediaType }) => !isJson(mediaType))
      const found = this.#readAgain(texts, read, explain, values)
      violations.push(...found.filter(({ place }) => !unreadable?.has(place)))
    } catch (error) {
      const { pointer, ...rule } = undecodable(error)
      violations.push(this.#located({ ...rule, instancePath: pointer, params: {} }))
    }
    return values
  }

  #placeOf(name: string): string {
    return `${this.#location}.${name}`
  }

  /** Converts valid values; returns false for others. */
  #accept(values: ParameterValues): boolean {
    const { validate, conversions } = this.#compiled
    if (!accepts(validate, values)) return false
    applyConversions(values, conversions)
    return true
  }

  /** Sets what a text has been read as instead. */
  #set(values: ParameterValues, { name }: PreparedParameter, value: unknown): void {
    setOwn(values, name, markInexact(value, this.#compiled.conversions, name))
    noteInexact(values)
  }

  /** Reads refused values as other types; returns the violations that remain. */
  #readAgain(
    parameters: readonly PreparedParameter[],
    read: ReadParameter,
    explain: Explain,
    values: ParameterValues,
  ): readonly Violation[] {
    const violations = () =>
      explain(this.#compiled.schema, values).map((each) => this.#located(each))
    let found = violations()
    const given = { ...values }
    let explanations = MAX_READINGS
    for (const parameter of parameters) {
      const isAt = ({ place }: Violation) => place === this.#placeOf(parameter.name)
      if (!found.some(isAt)) continue
      const first = values[parameter.name]
      for (const value of otherValues(parameter, read, first, found.filter(isAt))) {
        this.#set(values, parameter, value)
        if (this.#accept(values)) return []
        // Only where others are refused, too, can this one be right.
        const isAlone = found.every(isAt) || explanations-- <= 0
        const others = isAlone ? found : violations()
        if (!others.some(isAt)) {
          found = others
          break
        }
        setOwn(values, parameter.name, first)
      }
    }
    return this.#readTogether(parameters, read, given, values) ? [] : found
  }

  /** Reads several values as other types at once: the schema of a form may refuse them together. */
  #readTogether(
    parameters: readonly PreparedParameter[],
    read: ReadParameter,
    given: ParameterValues,
    values: ParameterValues,
  ): boolean {
    if (parameters.length < 2) return false
    const members = new Map(parameters.map(({ name, targetType }) => [name, targetType]))
    for (const { object } of readings({ scalars: [], object: { members } }, given, () => false)) {
      const others = { ...given }
      for (const parameter of parameters) {
        const type = object?.members.get(parameter.name) ?? parameter.targetType
        const value = type === parameter.targetType ? undefined : readOr(parameter, type, read)
        if (value !== undefined) this.#set(others, parameter, value)
      }
      if (!this.#accept(others)) continue
      for (const name of Object.keys(others)) setOwn(values, name, others[name])
      return true
    }
    return false
  }

  /** Locates a violation of the schema of all parameters at its parameter. */
  #located({
    instancePath,
    keyword,
    message,
    params,
  }: Omit<ValidationError, 'schemaPath'>): Violation {
    if (instancePath === '' && keyword === 'required') {
      const place = this.#placeOf(String(params.missingProperty))
      return { place, pointer: '', keyword, message: 'is required' }
    }
    if (instancePath === '') return { place: this.#location, pointer: '', keyword, message }
    const [, name = '', ...rest] = instancePath.split('/')
    const pointer = rest.map((key) => `/${key}`).join('')
    return { place: this.#placeOf(keyOf(name)), pointer, keyword, message }
  }
}

/** The value of a parameter that was not sent: its default, copied, or an empty object. */
function fallback({ default: value, emptyObjectIfAbsent }: PreparedParameter): unknown {
  if (emptyObjectIfAbsent) return {}
  return typeof value === 'object' ? structuredClone(value) : value
}
