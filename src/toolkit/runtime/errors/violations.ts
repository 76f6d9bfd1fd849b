import { STATUS_CODES } from 'node:http'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { applyConversions } from '../../validation/conversions/converted-values.js'
import { CodecFailure } from '../../validation/conversions/scalars.js'
import type { ValidationError } from '../../validation/validator.js'
import { JsonSyntaxError } from '../json/syntax-error.js'
import { errors, HttpRefusal } from './http-refusal.js'

/** One rule of the contract that a request breaks. Never contains the client's own input. */
export interface Violation {
  /** `body`, or a parameter: `path.id`, `query.limit`, `header.x-id`, `cookie.sid`. */
  readonly place: string
  /** JSON pointer inside of the place. */
  readonly pointer: string
  /** A keyword of JSON Schema, or a rule of the runtime. */
  readonly keyword: string
  /** Continues after the place: `must be string`. */
  readonly message: string
}

export type Explain = (schema: string, value: unknown) => readonly ValidationError[]

export function violationsAt(
  place: string,
  errors: readonly Partial<ValidationError>[],
): Violation[] {
  return errors.map(({ instancePath = '', keyword = 'schema', message = 'is not valid' }) => {
    return { place, pointer: instancePath, keyword, message }
  })
}

/** One sentence for all of them: `body/id must be int64; query.limit is required.` */
export function describeViolations(violations: readonly Violation[]): string {
  const printed = violations.map(
    ({ place, pointer, message }) => `${place}${shortened(pointer)} ${message}`,
  )
  return `${printed.join('; ')}.`
}

/** Longest path in a message: clients choose the names of members. */
const LONGEST = 200

export function shortened(path: string): string {
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST).toWellFormed()}…`
}

/** The response to a thrown value: 500 unless it is a client error. */
export function toHttpRefusal(thrown: unknown): HttpRefusal {
  if (thrown instanceof HttpRefusal) return thrown
  if (thrown instanceof JsonSyntaxError) {
    return new HttpRefusal(errors.malformedBody, { cause: thrown, detail: `${thrown.message}.` })
  }
  const { validation, validationContext = 'request', statusCode }: FrameworkError = Object(thrown)
  if (Array.isArray(validation)) {
    const place = PLACES[validationContext] ?? validationContext
    return contractViolation(violationsAt(place, validation), { cause: thrown })
  }
  const row = rowOfStatus(statusCode)
  return new HttpRefusal(row, { cause: thrown, isFailure: row.error >= errors.internal.error })
}

export function contractViolation(
  violations: readonly Violation[],
  options?: ErrorOptions,
): HttpRefusal {
  const detail = describeViolations(violations)
  return new HttpRefusal(errors.contractViolation, { ...options, detail, violations })
}

/** Locations of a request that have other names in Fastify. */
const PLACES: Readonly<Record<string, string>> = {
  headers: 'header',
  params: 'path',
  querystring: 'query',
}

/** Members of errors of Fastify and its plugins. */
interface FrameworkError {
  readonly validation?: readonly { instancePath?: string; message?: string }[]
  readonly validationContext?: string
  readonly statusCode?: unknown
}

/** The general row of a 4xx or 5xx status, or one made of the status' standard phrase. */
function rowOfStatus(status: unknown): { error: number; message: string } {
  const phrase = typeof status === 'number' && status >= 400 ? STATUS_CODES[status] : undefined
  if (phrase === undefined || status === 500) return errors.internal
  const error = Number(status) * 100
  return (
    Object.values(errors).find((row) => row.error === error) ?? { error, message: `${phrase}.` }
  )
}

/** A valid value as a handler gets it. @throws {HttpRefusal} if a type does not hold a string in it. */
export function convertedAt(place: string, value: unknown, conversions?: Conversions): unknown {
  try {
    return applyConversions(value, conversions)
  } catch (cause) {
    throw contractViolation([{ place, ...undecodable(cause) }], { cause })
  }
}

/** Where in a value a string could not be decoded, and why. @throws any other error again. */
export function undecodable(error: unknown): Omit<Violation, 'place'> {
  if (!(error instanceof CodecFailure)) throw error
  return { pointer: error.pointer, keyword: 'format', message: error.message }
}
