export type { SecurityRequirements, SecurityScheme } from '../openapi/security.js'
export { type Codec, FormatError } from '../validation/conversions/scalars.js'
export { limitBodies } from './bodies/body-memory.js'
export { type ConnectionOptions, connections } from './connections/connections.js'
export { onResponseEnd } from './connections/response-end.js'
export type { Contract, OperationContract, RouteSchema, RouteSchemas } from './contract/contract.js'
export type {
  AbortState,
  Branded,
  ByteStream,
  Bytes,
  FilePart,
  MissingHandler,
  OperationRequest,
  OperationResult,
  OtherHeaders,
  Sequence,
} from './contract/handler.js'
export { ThrownResult } from './contract/thrown-result.js'
export { clientErrorHandler } from './errors/client-errors.js'
export type { ErrorContent, MakeErrorBody, Refusal } from './errors/error-body.js'
export {
  type ErrorBody,
  errors,
  HttpRefusal,
  type HttpRefusalOptions,
  notImplemented,
  statusOf,
  unavailable,
} from './errors/http-refusal.js'
export { errorDetails, problemDetails } from './errors/problem-details.js'
export { ResponseError } from './errors/response-error.js'
export {
  answerError,
  answeredError,
  frameworkErrors,
  refuseUnknownPaths,
  serveErrors,
} from './errors/serve-errors.js'
export type { Violation } from './errors/violations.js'
export { ignoreClosedPipes } from './process/closed-pipe.js'
export { listenFailure } from './process/listen-failure.js'
export { type NpmProcess, stopWithNpm } from './process/stop-with-npm.js'
export type { OperationOptions, OperationsOptions } from './request/route-options.js'
export type { MapError, MultipartLimits, ServeOptions } from './request/serve-options.js'
export type { ResponseChecks } from './response/response-context.js'
export { refuseOtherMethods } from './routing/other-methods.js'
export { apiKey } from './security/api-key.js'
export { basic, type UserPassword } from './security/basic.js'
export { type Bearer, type BearerTokens, bearer } from './security/bearer.js'
export { type FailureLimits, limitFailures } from './security/limit-failures.js'
export { mutualTls } from './security/mutual-tls.js'
export { VerificationFailure } from './security/principals.js'
export {
  isSameSecret,
  type SecretOptions,
  type SecretOwner,
  type Secrets,
} from './security/secrets.js'
export type {
  Anonymous,
  Principals,
  SchemePrincipals,
  SecurityHandler,
  SecurityHandlers,
  Verify,
  VerifyContext,
} from './security/security.js'
export { createSecurity, type PrincipalsOf } from './security/security.js'
export { serve } from './serve.js'
