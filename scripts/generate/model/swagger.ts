import type { Cursor } from './cursor.js'
import { readMediaType } from './media-types.js'
import type { Header, MediaType, Parameter, RequestBody, Schema } from './model.js'
import type { OperationParts } from './operation-parts.js'
import { parametersOf, toParameter } from './parameters.js'
import { resolve } from './references.js'
import type { Schemas } from './schemas.js'

/** Members of a parameter of Swagger 2.0 that belong to no schema. */
const OWN = ['name', 'in', 'description', 'required', 'collectionFormat', 'allowEmptyValue']
const PLACES = new Set(['path', 'query', 'header'])

const MEMBERS = new Set(
  (
    'tags summary description externalDocs operationId consumes produces parameters responses ' +
    'schemes deprecated security'
  ).split(' '),
)

/** The parts of operations as Swagger 2.0 writes them. */
export function swaggerParts(root: Cursor, schemas: Schemas): OperationParts {
  return {
    members: MEMBERS,
    parameter: (parameter) => readParameter(parameter, schemas),
    requestBody(operation, pathItem, typeName) {
      const mediaTypes = mediaTypesOf(operation, root, 'consumes')
      return readBody(parametersOf(pathItem, operation), mediaTypes, typeName, schemas)
    },
    content(response, operation, wanted) {
      const schema = response.get('schema')
      const mediaTypes = mediaTypesOf(operation, root, 'produces')
      return schema ? readContentOf(mediaTypes, schema, wanted, schemas) : []
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
  const cursor = resolve(reference)
  const name = cursor?.need('name')?.string()
  const place = cursor?.need('in')?.string()
  if (cursor === undefined || name === undefined || place === undefined) return undefined
  if (place === 'body' || place === 'formData') return undefined
  if (!PLACES.has(place)) {
    cursor.report.wrong(
      cursor,
      `\`${place}\` is no place of a parameter`,
      'use path, query, header, formData or body',
    )
    return undefined
  }
  const format = cursor.get('collectionFormat')
  if (format !== undefined && format.value !== 'csv' && format.value !== 'multi') {
    format.report.unsupported(
      format,
      'parameter-style',
      `collectionFormat ${format.value}`,
      'use csv or multi',
    )
  }
  const schema = schemas.read(cursor, [...OWN, 'default'])
  const explode = format?.value === 'multi'
  return toParameter(
    cursor,
    { name, place, schema, explode, fallback: cursor.get('default') },
    schemas,
  )
}

/** The parameters in the body of an operation, as a request body. */
function readBody(
  parameters: readonly Cursor[],
  mediaTypes: readonly string[],
  typeName: string,
  schemas: Schemas,
): RequestBody | undefined {
  const inBody = parameters.flatMap((each) => resolve(each) ?? [])
  const body = inBody.find((each) => each.get('in')?.value === 'body')
  if (body !== undefined) return jsonBody(body, mediaTypes, typeName, schemas)
  const form = inBody.filter((each) => each.get('in')?.value === 'formData')
  const [first] = form
  if (first === undefined) return undefined
  const wanted = `${typeName}Body`
  const schema = schemas.define(wanted, `${first.place} (form)`, formSchema(form, schemas), first)
  const forms = mediaTypes.filter((name) => /form/.test(name))
  return {
    pointer: first.pointer,
    required: form.some((each) => each.get('required')?.value === true),
    content: (forms.length === 0 ? ['application/x-www-form-urlencoded'] : forms).flatMap((name) =>
      readMediaType(name, first, () => schema),
    ),
  }
}

function jsonBody(
  body: Cursor,
  mediaTypes: readonly string[],
  typeName: string,
  schemas: Schemas,
): RequestBody {
  const description = body.get('description')?.string()
  const schema = body.need('schema')
  return {
    pointer: body.pointer,
    ...(description !== undefined && { description }),
    required: body.get('required')?.boolean() ?? false,
    content: schema ? readContentOf(mediaTypes, schema, `${typeName}Body`, schemas) : [],
  }
}

/** The same schema under each media type. */
function readContentOf(
  mediaTypes: readonly string[],
  schema: Cursor,
  wanted: string,
  schemas: Schemas,
): MediaType[] {
  return mediaTypes.flatMap((name) =>
    readMediaType(name, schema, () => schemas.named(schema, wanted)),
  )
}

function formSchema(form: readonly Cursor[], schemas: Schemas): Schema {
  const names = form.map((each) => [each, each.need('name')?.string() ?? ''] as const)
  const required = names.filter(([each]) => each.get('required')?.value === true)
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map(([each, name]) => [
        name,
        schemas.read(each, [...OWN.filter((own) => own !== 'description'), 'default']),
      ]),
    ),
    ...(required.length > 0 && { required: required.map(([, name]) => name) }),
  }
}

/** The headers of a response of Swagger 2.0: their schemas are written into them. */
function readHeader(name: string, cursor: Cursor, schemas: Schemas): Header {
  const description = cursor.get('description')?.string()
  return {
    name,
    required: false,
    ...(description !== undefined && { description }),
    schema: schemas.read(cursor, ['description', 'collectionFormat', 'default']),
  }
}
