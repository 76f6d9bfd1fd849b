import type { FastifyRequest } from 'fastify'
import { essenceOf } from '../../openapi/media-type.js'
import type { OperationContract } from '../contract/contract.js'
import type { Explain } from '../errors/violations.js'
import { Responses } from '../response/send.js'
import type { Answering } from './implementation.js'
import {
  PARAMETER_NAMES,
  type ParameterName,
  type Parameters,
  parameterReader,
} from './parameters.js'
import { RequestMediaTypes } from './request-media.js'
import type { ServeSettings } from './serve-settings.js'

/** Decisions that the document makes for all requests of an operation, made when it is first used. */
export class OperationPlan {
  readonly operation: OperationContract
  readonly answer: Answering
  readonly settings: ServeSettings
  readonly explain: Explain
  /** `undefined` if the operation takes no parameters, and ignores those that a client sends. */
  readonly readParameters: ((request: FastifyRequest) => Parameters) | undefined
  /** Members of a handler's request that are parameters. */
  readonly parameterNames: readonly ParameterName[]
  /** Most bytes of a body; known when the first one arrives. */
  bodyLimit: number | undefined = undefined
  readonly mediaTypes: RequestMediaTypes
  /** True if a handler learns which media type the client has sent. */
  readonly hasSeveralTypes: boolean
  readonly responses: Responses

  constructor(
    operation: OperationContract,
    answer: Answering,
    explain: Explain,
    settings: ServeSettings,
  ) {
    this.operation = operation
    this.answer = answer
    this.settings = settings
    this.explain = explain
    this.readParameters = parameterReader(operation, explain, settings.allowedQuery)
    this.parameterNames = PARAMETER_NAMES.filter((name) => operation[name] !== undefined)
    this.mediaTypes = new RequestMediaTypes(operation)
    const names = Object.keys(operation.requestBody?.content ?? {})
    this.hasSeveralTypes = names.length > 1 || names.some((name) => essenceOf(name).includes('*'))
    this.responses = new Responses(operation, explain, settings)
  }
}
