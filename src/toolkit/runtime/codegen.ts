/** Imports of generated code. They change together with the generator. */

export type { SchemaWithId } from '../openapi/schema/schema.js'
export { codecs as platformCodecs } from '../validation/conversions/codecs.js'
export type { Conversions } from '../validation/conversions/conversions.js'
export { applyConversions } from '../validation/conversions/converted-values.js'
export type { Evaluated } from '../validation/evaluated.js'
export { validation } from '../validation/helpers.js'
export type {
  Contract,
  LazyOperation,
  OperationContract,
  OperationParts,
  RouteSchema,
  RouteSchemas,
  SchemaTable,
} from './contract/contract.js'
export type {
  Answer,
  Branded,
  ByteStream,
  Bytes,
  DefaultStatus,
  Exact,
  FilePart,
  OperationRequest,
  Optional,
  OtherHeaders,
  Sequence,
  StatusRange,
  WithFiles,
  WithOthers,
} from './contract/handler.js'
export { json, type Serializer } from './json/serializers.js'
export type { Anonymous, Principals } from './security/security.js'
