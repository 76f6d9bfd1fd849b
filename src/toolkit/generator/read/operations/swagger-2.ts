import type { ParameterLocation } from '../../../openapi/parameter.js'
import type { Header, MediaType, Parameter } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import type { Schemas } from '../schemas/schemas.js'
import { readContent, readMediaType, withoutRepetition } from './media-types.js'
import type { OperationSyntax } from './openapi-3.js'
import {
  NON_SCHEMA_MEMBERS,
  parameterLocation,
  resolveParameter,
  toParameter,
} from './parameter.js'
import { readCollectionFormat } from './parameter-styles.js'
import { parametersOf } from './parameters.js'
import { readInlineSchema, readSwaggerBody } from './swagger-2-body.js'

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie']

const MEMBERS = new Set(
  (
    'tags summary description externalDocs operationId consumes produces parameters responses ' +
    'schemes deprecated security'
  ).split(' '),
)

/** The parts of operations as Swagger 2.0 writes them. */
export function swagger2Syntax(root: Cursor, schemas: Schemas): OperationSyntax {
  return {
    members: MEMBERS,
    parameter: (parameter) => readParameter(parameter, schemas),
    requestBody(operation, pathItem, typeName) {
      const mediaTypes = mediaTypesOf(operation, root, 'consumes')
      return readSwaggerBody(parametersOf(pathItem, operation), mediaTypes, typeName, schemas)
    },
    content(response, operation, wanted) {
      const schema = response.get('schema')
      const mediaTypes = mediaTypesOf(operation, root, 'produces')
      if (schema === undefined) return readContent(response.get('content'), wanted, schemas)
      return contentOf(mediaTypes, schema, wanted, schemas)
    },
    header: (name, header) => readHeader(name, header, schemas),
  }
}

/** The media types of an operation's bodies: its own, or the document's. */
function mediaTypesOf(operation: Cursor, root: Cursor, member: 'consumes' | 'produces'): string[] {
  const names = (operation.get(member) ?? root.get(member))?.elements() ?? []
  const mediaTypes = names.flatMap((name) => name.string() ?? [])
  return mediaTypes.length === 0 ? ['application/json'] : mediaTypes
}

/** A parameter of Swagger 2.0 that is not in the body: its schema is written into it. */
function readParameter(reference: Cursor, schemas: Schemas): Parameter | undefined {
  const cursor = resolveParameter(reference)
  const location = cursor && parameterLocation(cursor, [...PLACES, 'formData', 'body'])
  if (cursor === undefined || location === undefined || !isPlace(location)) return undefined
  const name = cursor.need('name')?.text()
  if (name === undefined) return undefined
  const written = readCollectionFormat(cursor, location)
  const schema = readInlineSchema(cursor, NON_SCHEMA_MEMBERS, schemas)
  const fallback = cursor.get('default')?.value
  return toParameter(cursor, { name, location: location, schema, written, fallback }, schemas)
}

function isPlace(location: string): location is ParameterLocation {
  return PLACES.includes(location)
}

/** The same schema under each media type. */
export function contentOf(
  mediaTypes: readonly string[],
  schema: Cursor,
  wanted: string,
  schemas: Schemas,
): MediaType[] {
  const found = mediaTypes.flatMap((name) =>
    readMediaType(name, { cursor: schema, schema }, wanted, schemas),
  )
  return withoutRepetition(found, schema, true)
}

/** The headers of a response of Swagger 2.0: their schemas are written into them. */
function readHeader(name: string, cursor: Cursor, schemas: Schemas): Header {
  const description = cursor.get('description')?.text()
  return {
    name,
    required: false,
    ...(description !== undefined && { description }),
    schema: readInlineSchema(cursor, ['description', 'collectionFormat'], schemas),
    explode: false,
    json: false,
  }
}
