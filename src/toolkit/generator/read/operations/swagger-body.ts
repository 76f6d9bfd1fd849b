import { refToSchema } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { MediaType, RequestBody } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { fieldsOf } from './fields.js'
import { readMediaType, withoutRepetition } from './media-types.js'
import { OWN, placeOf } from './parameter.js'
import { readCollection } from './styles.js'

/** The parameters in the body of an operation of Swagger 2.0, as a request body. */
export function readBody(
  parameters: readonly Cursor[],
  mediaTypes: readonly string[],
  typeName: string,
  schemas: Schemas,
): RequestBody | undefined {
  const inBody = parameters.flatMap((each) => resolve(each) ?? [])
  const placed = (place: string) =>
    inBody.filter((each) => placeOf(each.quiet(), ['body', 'formData']) === place)
  const [body] = placed('body')
  if (body !== undefined) return jsonBody(body, mediaTypes, typeName, schemas)
  const form = placed('formData')
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
  // Files travel in parts, whatever `consumes` says (2.0, Parameter Object).
  const fallback = files.length === 0 ? 'application/x-www-form-urlencoded' : 'multipart/form-data'
  const forms = mediaTypes.filter((name) => /form/.test(name))
  const schema = schemas.define(
    `${typeName}Body`,
    `${first.place} (form)`,
    formSchema(form, schemas),
    first,
  )
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

/** The fields of a form, its arrays as `collectionFormat` says. */
function writtenFields(
  form: readonly Cursor[],
  schema: string,
  files: Readonly<Record<string, unknown>>,
  schemas: Schemas,
): Pick<MediaType, 'fields' | 'rest' | 'contentTypes'> {
  const { fields = [], ...others } = fieldsOf(
    { $ref: refToSchema(schema) },
    undefined,
    files,
    schemas,
  )
  const written = (name: string) => {
    const place = form.find((each) => each.get('name')?.value === name)
    return place && readCollection(place, 'query')
  }
  return { fields: fields.map((each) => ({ ...each, ...written(each.name) })), ...others }
}

function jsonBody(
  body: Cursor,
  mediaTypes: readonly string[],
  typeName: string,
  schemas: Schemas,
): RequestBody {
  const description = body.get('description')?.text()
  const schema = body.get('schema')
  if (schema === undefined) {
    body.report.warn(body, 'the body has no schema: any value is accepted', 'add a schema')
  }
  return {
    pointer: body.pointer,
    ...(description !== undefined && { description }),
    required: body.get('required')?.boolean() ?? false,
    content: withoutRepetition(
      mediaTypes.flatMap((name) =>
        readMediaType(name, { cursor: body, schema }, `${typeName}Body`, schemas),
      ),
      body,
      true,
    ),
  }
}

function formSchema(form: readonly Cursor[], schemas: Schemas): Schema {
  const names = form.map((each) => [each, each.need('name')?.text() ?? ''] as const)
  const required = names.filter(([each]) => each.get('required')?.value === true)
  const own = OWN.filter((member) => member !== 'description')
  const properties = names.map(([each, name]) => [name, readWritten(each, own, schemas)])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: required.map(([, name]) => name) }),
  }
}

/** The schema that is written into a parameter or header; some write `schema`, as in 3.0. */
export function readWritten(cursor: Cursor, own: readonly string[], schemas: Schemas): Schema {
  const schema = cursor.get('type') ? undefined : cursor.get('schema')
  if (schema === undefined) return schemas.read(cursor, own)
  const message = '`schema` is of OpenAPI 3; taken for the schema that belongs here'
  cursor.report.warn(cursor, message, 'write its members beside the name')
  return schemas.read(schema)
}
