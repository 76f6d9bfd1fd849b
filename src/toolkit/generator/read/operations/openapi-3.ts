import { essenceOf, isJson } from '../../../openapi/media-type.js'
import type { Header, MediaType, Parameter, RequestBody } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { hasMembersOf, isReadAsSchema } from '../document/object-kinds.js'
import { entriesOf, followed, referenced } from '../document/referenced-fields.js'
import { bodyName } from '../schemas/schema-references.js'
import type { Schemas } from '../schemas/schemas.js'
import { readContent, readMediaType } from './media-types.js'
import { readParameter } from './parameter.js'
import { checkContent, readSchema, reportRequired } from './parameter-schema.js'
import { readStyle } from './parameter-styles.js'
import { parametersOf } from './parameters.js'
import { readSwaggerBody } from './swagger-2-body.js'

/** Readers of the parts of an operation that versions of OpenAPI define differently. */
export interface OperationSyntax {
  parameter(parameter: Cursor): Parameter | undefined
  requestBody(
    operation: Cursor,
    pathItem: readonly Cursor[],
    typeName: string,
  ): RequestBody | undefined
  /** Media types of a response; `wanted` is the name of an inline schema. */
  content(response: Cursor, operation: Cursor, wanted: string): MediaType[]
  header(name: string, header: Cursor): Header
}

export function openApi3Syntax(schemas: Schemas): OperationSyntax {
  return {
    parameter: (parameter) => readParameter(parameter, schemas),
    requestBody(operation, pathItem, typeName) {
      const reference = operation.get('requestBody')
      const cursor = reference && referenced(reference)
      if (cursor) return readRequestBody(cursor, typeName, schemas)
      const context = { mediaTypes: ['application/json'], wanted: `${typeName}Body`, schemas }
      return readSwaggerBody(parametersOf(pathItem, operation), context)
    },
    content: (response, _operation, wanted) => contentOf(response, wanted, schemas) ?? [],
    header: (name, header) => readHeader(name, header, schemas),
  }
}

/** A Request Body Object (3.1, section 4.8.13). */
function readRequestBody(cursor: Cursor, typeName: string, schemas: Schemas): RequestBody {
  for (const [, media] of entriesOf(cursor.get('content'))) {
    const schema = media.get('schema')
    if (schema) reportRequired(cursor, schema)
  }
  const content = contentOf(cursor, bodyName(cursor, `${typeName}Body`), schemas, true)
  return {
    pointer: cursor.fullPointer,
    ...cursor.texts('description'),
    required: isRequired(cursor),
    content: content ?? withoutContent(cursor),
  }
}

/** A list of names is that of a schema in the place of the body. */
function isRequired(body: Cursor): boolean {
  if (isReadAsSchema('requestBody', body) && Array.isArray(Object(body.value).required))
    return false
  return body.get('required')?.boolean() ?? false
}

function withoutContent(cursor: Cursor): [] {
  if (Array.isArray(cursor.value)) {
    cursor.wrong('expected an object, found an array', 'write an object, without dashes')
    return []
  }
  if (hasMembersOf('content', cursor, 'requestBody')) return []
  const message = '`content` is missing: nothing would be known of the body'
  cursor.wrong(message, 'add the media types with their schemas')
  return []
}

/** The `content` of a body; some documents have a schema, or a reference to one, in its place. */
function contentOf(
  body: Cursor,
  wanted: string,
  schemas: Schemas,
  isReceived = false,
): MediaType[] | undefined {
  const content = followed(body.get('content'))
  if (isReceived && content && Object.keys(Object(content.value)).length === 0) {
    const message = '`content` has no media type: a body of any is accepted, as bytes'
    content.warn(message, 'add the media types with their schemas')
    const source = { cursor: content, schema: undefined, isReceived, wanted, schemas }
    return readMediaType('*/*', source)
  }
  if (content !== undefined || !isReadAsSchema('response', body)) {
    return content && readContent(content, wanted, schemas, isReceived)
  }
  const schema = body.get('schema') ?? body
  const what = schema === body ? 'this is a schema' : 'it has `schema` and no `content`'
  const message = `${what}; taken for that of a body of application/json`
  body.warn(message, 'write it under `content` and its media type')
  return readMediaType('application/json', { cursor: body, schema, wanted, schemas })
}

/** A Header Object (3.1, section 4.8.21). */
function readHeader(name: string, cursor: Cursor, schemas: Schemas): Header {
  checkContent(cursor, 'header')
  return {
    name,
    required: cursor.get('required')?.boolean() ?? false,
    ...cursor.texts('description'),
    schema: readSchema(cursor, schemas),
    explode: readStyle(cursor, 'header').explode,
    json: isJson(essenceOf(entriesOf(cursor.get('content'))[0]?.[0] ?? '')),
  }
}
