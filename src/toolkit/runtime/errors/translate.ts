import { STATUS_CODES } from 'node:http'
import { JsonSyntaxError } from '../json/exact.js'
import { ContractError } from './contract-error.js'
import { errors } from './table.js'
import { describeViolations, type Violation, violationsAt } from './violations.js'

/** The response to a thrown value: 500 unless it is the client's fault. */
export function toContractError(thrown: unknown): ContractError {
  if (thrown instanceof ContractError) return thrown
  if (thrown instanceof JsonSyntaxError) {
    return new ContractError(errors.malformedBody, { cause: thrown, detail: `${thrown.message}.` })
  }
  const { validation, validationContext = 'request', statusCode } = facts(thrown)
  if (Array.isArray(validation)) {
    const place = PLACES[validationContext] ?? validationContext
    return contractViolation(violationsAt(place, validation), { cause: thrown })
  }
  return new ContractError(rowOfStatus(statusCode), { cause: thrown })
}

/** The error for a request that breaks the contract. */
export function contractViolation(
  violations: readonly Violation[],
  options?: ErrorOptions,
): ContractError {
  const detail = describeViolations(violations)
  return new ContractError(errors.contractViolation, { ...options, detail, violations })
}

/** Locations of a request that have other names in Fastify. */
const PLACES: Readonly<Record<string, string>> = {
  headers: 'header',
  params: 'path',
  querystring: 'query',
}

/** Members of errors of Fastify and its plugins. */
function facts(thrown: unknown): {
  validation?: readonly { instancePath?: string; message?: string }[]
  validationContext?: string
  statusCode?: unknown
} {
  return typeof thrown === 'object' && thrown !== null ? thrown : {}
}

/** The general row of a 4xx or 5xx status, or one made of the status' standard phrase. */
function rowOfStatus(status: unknown): { error: number; message: string } {
  const failed = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
  const phrase = failed ? STATUS_CODES[Number(status)] : undefined
  if (phrase === undefined || status === 500) return errors.internal
  const error = Number(status) * 100
  return (
    Object.values(errors).find((row) => row.error === error) ?? { error, message: `${phrase}.` }
  )
}
