import { isParameterLocation } from '../../../openapi/parameter.js'
import { refToSchema } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Header, MediaType, Parameter, RequestBody } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { fieldsOf } from './form-fields.js'
import { readContent, readMediaType, withoutRepetition } from './media-types.js'
import type { OperationSyntax } from './openapi-3.js'
import {
  NON_SCHEMA_MEMBERS,
  parameterLocation,
  resolveParameter,
  toParameter,
} from './parameter.js'
import { objectSchema } from './parameter-groups.js'
import { readCollectionFormat } from './parameter-styles.js'
import { parametersOf } from './parameters.js'

const LOCATIONS: readonly string[] = ['path', 'query', 'header', 'cookie']

const MEMBERS = new Set(
  (
    'tags summary description externalDocs operationId consumes produces parameters responses ' +
    'schemes deprecated security'
  ).split(' '),
)

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

/** Media types of an operation's bodies: its own, or the document's. */
function mediaTypesOf(operation: Cursor, root: Cursor, member: 'consumes' | 'produces'): string[] {
  const names = (operation.get(member) ?? root.get(member))?.elements() ?? []
  const mediaTypes = names.flatMap((name) => name.string() ?? [])
  return mediaTypes.length === 0 ? ['application/json'] : mediaTypes
}

/** A parameter outside of the body; it contains the keywords of its schema. */
function readParameter(reference: Cursor, schemas: Schemas): Parameter | undefined {
  const cursor = resolveParameter(reference)
  const location = cursor && parameterLocation(cursor, [...LOCATIONS, 'formData', 'body'])
  if (cursor === undefined || location === undefined || !isParameterLocation(location))
    return undefined
  const name = cursor.need('name')?.text()
  if (name === undefined) return undefined
  const written = readCollectionFormat(cursor, location)
  const schema = readInlineSchema(cursor, NON_SCHEMA_MEMBERS, schemas)
  const fallback = cursor.get('default')?.value
  return toParameter(cursor, { name, location, schema, written, fallback }, schemas)
}

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

/** A header of a response; it contains the keywords of its schema. */
function readHeader(name: string, cursor: Cursor, schemas: Schemas): Header {
  return {
    name,
    required: false,
    ...cursor.texts('description'),
    schema: readInlineSchema(cursor, ['description', 'collectionFormat'], schemas),
    explode: false,
    json: false,
  }
}

export function readSwaggerBody(
  parameters: readonly Cursor[],
  mediaTypes: readonly string[],
  typeName: string,
  schemas: Schemas,
): RequestBody | undefined {
  const inBody = parameters.flatMap((each) => resolve(each) ?? [])
  const parametersIn = (location: string) =>
    inBody.filter((each) => parameterLocation(each.quiet(), ['body', 'formData']) === location)
  const [body] = parametersIn('body')
  if (body !== undefined) return jsonBody(body, mediaTypes, typeName, schemas)
  const form = parametersIn('formData')
  const [first] = form
  return first && formBody(first, form, mediaTypes, typeName, schemas)
}

function formBody(
  first: Cursor,
  form: readonly Cursor[],
  mediaTypes: readonly string[],
  typeName: string,
  schemas: Schemas,
): RequestBody {
  const files = form.flatMap((each) => {
    const isFile = each.get('type')?.value === 'file'
    return isFile ? [[each.get('name')?.text() ?? '', 'one'] as const] : []
  })
  // Files need a multipart body, even if `consumes` has another one (2.0, Parameter Object).
  const fallback = files.length === 0 ? 'application/x-www-form-urlencoded' : 'multipart/form-data'
  const forms = mediaTypes.filter((name) => /form/.test(name))
  const pointer = `${first.fullPointer} (form)`
  const schema = schemas.define(`${typeName}Body`, pointer, formSchema(form, schemas), first)
  const content = (forms.length === 0 ? [fallback] : forms).map((name): MediaType => {
    const isMultipart = name.startsWith('multipart/')
    return {
      mediaType: name.toLowerCase(),
      kind: isMultipart ? 'multipart' : 'form',
      schema,
      ...(isMultipart && files.length > 0 && { files: Object.fromEntries(files) }),
      ...writtenFields(form, schema, isMultipart ? Object.fromEntries(files) : {}, schemas),
    }
  })
  const required = form.some((each) => each.get('required')?.value === true)
  return { pointer: first.pointer, required, content }
}

/** Fields of a form, with arrays by `collectionFormat`. */
function writtenFields(
  form: readonly Cursor[],
  schema: string,
  files: Readonly<Record<string, unknown>>,
  schemas: Schemas,
): Pick<MediaType, 'fields' | 'rest' | 'contentTypes'> {
  const $ref = refToSchema(schema)
  const { fields = [], ...others } = fieldsOf({ $ref }, undefined, files, schemas)
  const written = (name: string) => {
    const cursor = form.find((each) => each.get('name')?.value === name)
    return cursor && readCollectionFormat(cursor, 'query')
  }
  return { fields: fields.map((each) => ({ ...each, ...written(each.name) })), ...others }
}

function jsonBody(
  body: Cursor,
  mediaTypes: readonly string[],
  typeName: string,
  schemas: Schemas,
): RequestBody {
  const schema = body.get('schema')
  if (schema === undefined) {
    body.warn('the body has no schema: any value is accepted', 'add a schema')
  }
  const content = mediaTypes.flatMap((name) =>
    readMediaType(name, { cursor: body, schema }, `${typeName}Body`, schemas),
  )
  return {
    pointer: body.pointer,
    ...body.texts('description'),
    required: body.get('required')?.boolean() ?? false,
    content: withoutRepetition(content, body, true),
  }
}

function formSchema(form: readonly Cursor[], schemas: Schemas): Schema {
  const own = NON_SCHEMA_MEMBERS.filter((member) => member !== 'description')
  const members = form.map((each) => ({
    name: each.need('name')?.text() ?? '',
    required: each.get('required')?.value === true,
    schema: readInlineSchema(each, own, schemas),
  }))
  return objectSchema(members)
}

/** The schema inside a parameter or header; some documents have `schema`, as in 3.0. */
function readInlineSchema(cursor: Cursor, own: readonly string[], schemas: Schemas): Schema {
  const schema = cursor.get('type') ? undefined : cursor.get('schema')
  if (schema === undefined) return schemas.read(cursor, own)
  const message = '`schema` is of OpenAPI 3; taken for the schema that belongs here'
  cursor.warn(message, 'write its members beside the name')
  return schemas.read(schema)
}
