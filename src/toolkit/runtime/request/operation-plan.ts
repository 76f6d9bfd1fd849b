import { essenceOf } from '../../openapi/media-type.js'
import type { OperationContract } from '../contract/contract.js'
import type { Explain } from '../errors/violations.js'
import { responseWriter } from '../response/send.js'
import type { Answering } from './implementation.js'
import { PARAMETER_NAMES, parameterReader } from './parameters.js'
import { mediaSelector } from './request-media.js'
import type { ServeSettings } from './serve-settings.js'

export type OperationPlan = ReturnType<typeof planOf>

/** Decisions that the document makes for all requests of an operation, made when it is first used. */
export function planOf(
  operation: OperationContract,
  answer: Answering,
  explain: Explain,
  settings: ServeSettings,
) {
  const names = Object.keys(operation.requestBody?.content ?? {})
  return {
    operation,
    answer,
    settings,
    explain,
    /** `undefined` if the operation takes no parameters, and ignores those that a client sends. */
    readParameters: parameterReader(operation, explain, settings.allowedQuery),
    /** Members of a handler's request that are parameters. */
    parameterNames: PARAMETER_NAMES.filter((name) => operation[name] !== undefined),
    /** Most bytes of a body; known when the first one arrives. */
    bodyLimit: undefined as number | undefined,
    selectMedia: mediaSelector(operation),
    /** True if a handler learns which media type the client has sent. */
    hasSeveralTypes: names.length > 1 || names.some((name) => essenceOf(name).includes('*')),
    prepare: responseWriter(operation, explain, settings),
  }
}
