import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { ABSENT } from '../body.js'
import type { OperationContract, RequestMedia } from '../contract.js'
import { type Violation, violationsAt } from '../errors/violations.js'
import { toBigInt } from '../json/int64-places.js'
import type { Explain } from './explain.js'

/** For Fastify: the value to go on with, or none when it stays as it is, or what is wrong with it. */
type Verdict = { value?: unknown } | { error: Error }
type Check = (data: unknown) => Verdict

/** Fastify's validator compiler for one operation: hands out what was compiled ahead of time. */
export function validatorCompiler(
  operation: OperationContract,
  explain: Explain,
): FastifySchemaCompiler<unknown> {
  return ({ httpPart, ...route }) => {
    // Parameters are checked before, all at once.
    if (httpPart !== 'body') return () => true
    const { contentType } = route as { contentType?: string }
    return checkBody(operation.requestBody?.content[contentType as string] as RequestMedia, explain)
  }
}

/**
 * What is wrong with a body before Fastify validates it, so that it is told with the violations of
 * parameters.
 */
export function bodyViolations(
  { requestBody }: OperationContract,
  { body, mediaType = '' }: FastifyRequest,
  explain: Explain,
): Violation[] {
  const media = requestBody?.content[mediaType]
  if (media === undefined || body === ABSENT || media.validate(body)) return []
  return violationsAt('body', explain(media.schema, body))
}

function checkBody(media: RequestMedia, explain: Explain): Check {
  return (data) => {
    if (data === ABSENT) return { value: undefined }
    const { schema, validate, int64 } = media
    // Fastify recognises a list of violations by its being an array, and wraps it.
    if (!validate(data)) return { error: [...explain(schema, data)] as unknown as Error }
    return int64 ? { value: toBigInt(data, int64) } : {}
  }
}
