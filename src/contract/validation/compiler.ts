import type { FastifySchemaCompiler } from 'fastify'
import { ABSENT } from '../body.js'
import type {
  CompiledSchema,
  OperationContract,
  ParameterGroup,
  RequestMedia,
} from '../contract.js'
import { toBigInt } from '../json/int64-places.js'
import type { Explain } from './explain.js'
import { coerceHeaders, coerceParameters } from './parameters.js'

/** For Fastify: the value to go on with, or none when it stays as it is, or what is wrong with it. */
type Verdict = { value?: unknown } | { error: Error }
type Check = (data: unknown) => Verdict

/** Fastify's validator compiler for one operation: hands out what was compiled ahead of time. */
export function validatorCompiler(
  operation: OperationContract,
  explain: Explain,
): FastifySchemaCompiler<unknown> {
  return ({ httpPart, ...route }) => {
    const { contentType } = route as { contentType?: string }
    if (httpPart === 'params') return checkGroup(operation.params as ParameterGroup, explain)
    if (httpPart === 'querystring') return checkGroup(operation.query as ParameterGroup, explain)
    if (httpPart === 'headers') return checkHeaders(operation.headers as ParameterGroup, explain)
    return checkBody(operation.requestBody?.content[contentType as string] as RequestMedia, explain)
  }
}

function checkGroup(group: ParameterGroup, explain: Explain): Check {
  return (data) => {
    const value = coerceParameters(group, data as Record<string, unknown>)
    return verdict(group, explain, value, () => value)
  }
}

/** Fastify's own view of the headers stays text: hooks of the host read them too. */
function checkHeaders(group: ParameterGroup, explain: Explain): Check {
  return (data) => verdict(group, explain, coerceHeaders(group, data as Record<string, unknown>))
}

function checkBody(media: RequestMedia, explain: Explain): Check {
  return (data) => {
    if (data === ABSENT) return { value: undefined }
    const { int64 } = media
    return verdict(media, explain, data, int64 && (() => toBigInt(data, int64)))
  }
}

function verdict(
  { schema, validate }: CompiledSchema,
  explain: Explain,
  data: unknown,
  result?: () => unknown,
): Verdict {
  // Fastify recognises a list of violations by its being an array, and wraps it.
  if (!validate(data)) return { error: [...explain(schema, data)] as unknown as Error }
  return result ? { value: result() } : {}
}
