import type { FastifySchemaCompiler } from 'fastify'
import { ABSENT } from '../body.js'
import type { OperationContract, ParameterGroup, RequestMedia } from '../contract.js'
import { toBigInt } from '../json/int64-places.js'
import { coerceHeaders, coerceParameters } from './parameters.js'
import { type Validator, violationsOf } from './validator.js'

/** For Fastify: the value to go on with, or none when it stays as it is, or what is wrong with it. */
type Verdict = { value?: unknown } | { error: Error }
type Check = (data: unknown) => Verdict

/** Fastify's validator compiler for one operation: hands out what was compiled ahead of time. */
export function validatorCompiler(operation: OperationContract): FastifySchemaCompiler<unknown> {
  return ({ httpPart, ...route }) => {
    const { contentType } = route as { contentType?: string }
    if (httpPart === 'params') return checkGroup(operation.params as ParameterGroup)
    if (httpPart === 'querystring') return checkGroup(operation.query as ParameterGroup)
    if (httpPart === 'headers') return checkHeaders(operation.headers as ParameterGroup)
    return checkBody(operation.requestBody?.content[contentType as string] as RequestMedia)
  }
}

function checkGroup(group: ParameterGroup): Check {
  return (data) => {
    const value = coerceParameters(group, data as Record<string, unknown>)
    return verdict(group.validate, value, () => value)
  }
}

/** Fastify's own view of the headers stays text: hooks of the host read them too. */
function checkHeaders(group: ParameterGroup): Check {
  return (data) => verdict(group.validate, coerceHeaders(group, data as Record<string, unknown>))
}

function checkBody({ validate, int64 }: RequestMedia): Check {
  return (data) => {
    if (data === ABSENT) return { value: undefined }
    return verdict(validate, data, int64 && (() => toBigInt(data, int64)))
  }
}

function verdict(validate: Validator, data: unknown, result?: () => unknown): Verdict {
  // Fastify recognises a list of violations by its being an array, and wraps it.
  if (!validate(data)) return { error: [...violationsOf(validate)] as unknown as Error }
  return result ? { value: result() } : {}
}
