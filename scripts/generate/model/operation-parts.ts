import type { Cursor } from './cursor.js'
import { readContent } from './media-types.js'
import type { Header, MediaType, Parameter, RequestBody } from './model.js'
import { readParameter, readSchema } from './parameter.js'
import { resolve } from './references.js'
import type { Schemas } from './schemas.js'

/** The parts of an operation that versions of OpenAPI write in different ways. */
export interface OperationParts {
  /** The fixed fields of an operation. */
  readonly members: ReadonlySet<string>
  parameter(parameter: Cursor): Parameter | undefined
  requestBody(operation: Cursor, pathItem: Cursor, typeName: string): RequestBody | undefined
  /** The media types of a response; `wanted` names a schema that stands inline. */
  content(response: Cursor, operation: Cursor, wanted: string): MediaType[]
  header(name: string, header: Cursor): Header
}

const MEMBERS = new Set(
  (
    'tags summary description externalDocs operationId parameters requestBody responses ' +
    'deprecated security servers callbacks'
  ).split(' '),
)

/** As OpenAPI 3 writes them. */
export function openApiParts(schemas: Schemas): OperationParts {
  return {
    members: MEMBERS,
    parameter: (parameter) => readParameter(parameter, schemas),
    requestBody(operation, _pathItem, typeName) {
      const reference = operation.get('requestBody')
      const cursor = reference && resolve(reference)
      return cursor && readRequestBody(cursor, typeName, schemas)
    },
    content: (response, _operation, wanted) =>
      readContent(response.get('content'), wanted, schemas),
    header: (name, header) => readHeader(name, header, schemas),
  }
}

/** A Request Body Object (3.1, section 4.8.13). */
function readRequestBody(cursor: Cursor, typeName: string, schemas: Schemas): RequestBody {
  const description = cursor.get('description')?.text()
  return {
    pointer: cursor.pointer,
    ...(description !== undefined && { description }),
    required: cursor.get('required')?.boolean() ?? false,
    content: readContent(cursor.need('content'), `${typeName}Body`, schemas),
  }
}

/** A Header Object (3.1, section 4.8.21). */
function readHeader(name: string, cursor: Cursor, schemas: Schemas): Header {
  const description = cursor.get('description')?.text()
  return {
    name,
    required: cursor.get('required')?.boolean() ?? false,
    ...(description !== undefined && { description }),
    schema: readSchema(cursor, schemas),
  }
}
