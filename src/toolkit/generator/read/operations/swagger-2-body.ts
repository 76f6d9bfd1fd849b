import { essenceOf } from '../../../openapi/media-type.js'
import { refToSchema } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Field, MediaType, RequestBody } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { referenced } from '../document/referenced-fields.js'
import type { Schemas } from '../schemas/schemas.js'
import { defaultValue } from './default-value.js'
import { fieldsOf } from './form-fields.js'
import { readMediaTypes } from './media-types.js'
import { IN_BODY, parameterLocation } from './parameter.js'
import { NON_SCHEMA_MEMBERS, objectSchema, readInlineSchema } from './parameter-schema.js'
import { readCollectionFormat, withItemStyles } from './parameter-styles.js'

/** The request body of an operation of Swagger 2.0: its `body` parameter, or a form of its others. */
export function readSwaggerBody(
  parameters: readonly Cursor[],
  context: BodyContext,
): RequestBody | undefined {
  const inBody = parameters.flatMap((each) => referenced(each) ?? [])
  const parametersIn = (location: string) =>
    inBody.filter((each) => parameterLocation(each.quiet(), IN_BODY) === location)
  const [body, other] = parametersIn('body')
  const form = parametersIn('formData')
  const [first] = form
  const lost = body && (other ?? first)
  lost?.wrong('an operation has one body, and this is another one', 'leave one of them')
  if (body !== undefined) return jsonBody(body, context)
  return first && formBody(first, form, context)
}

interface BodyContext {
  readonly mediaTypes: readonly string[]
  /** The name of an inline schema. */
  readonly wanted: string
  readonly schemas: Schemas
}

function formBody(first: Cursor, form: readonly Cursor[], context: BodyContext): RequestBody {
  const { mediaTypes, wanted, schemas } = context
  const files = form.flatMap((each) => {
    const isFile = each.get('type')?.value === 'file'
    return isFile ? [[each.get('name')?.scalar() ?? '', 'one'] as const] : []
  })
  // Files need a multipart body, even if `consumes` has another one (2.0, Parameter Object).
  const fallback = files.length === 0 ? 'application/x-www-form-urlencoded' : 'multipart/form-data'
  const forms = mediaTypes.filter((name) => /form/.test(name))
  if (forms.length === 0 && schemas.version === '2.0') {
    const message = `\`consumes\` has no media type of a form; taken for ${fallback}`
    first.warn(message, 'add it to the `consumes` of the operation', { once: true })
  }
  const pointer = `${first.fullPointer} (form)`
  const schema = schemas.define(wanted, pointer, formSchema(form, schemas), first)
  const $ref = refToSchema(schema)
  const content = (forms.length === 0 ? [fallback] : forms).map((name): MediaType => {
    const isMultipart = name.startsWith('multipart/')
    const parts = isMultipart ? Object.fromEntries(files) : {}
    const isFile = (member: string) => Object.hasOwn(parts, member)
    const { fields = [], ...others } = fieldsOf({ $ref }, undefined, isFile, schemas, first)
    return {
      mediaType: essenceOf(name),
      kind: isMultipart ? 'multipart' : 'form',
      schema,
      ...(isMultipart && files.length > 0 && { files: parts }),
      ...{ fields: fields.map((each) => written(each, form)), ...others },
    }
  })
  const required = form.some((each) => each.get('required')?.boolean() === true)
  return { pointer: first.fullPointer, required, content }
}

/** A field of a form, with arrays by `collectionFormat`. */
function written(field: Field, form: readonly Cursor[]): Field {
  const cursor = form.find((each) => each.get('name')?.value === field.name)
  const { itemStyles = [], ...style } = cursor ? readCollectionFormat(cursor, 'query') : {}
  const coerce = withItemStyles(field.coerce, itemStyles)
  // It is a parameter, and has its default (2.0, Parameter Object).
  const { default: value = null, required } = Object(cursor?.value)
  const isUsed = value !== null && required !== true
  return { ...field, ...style, coerce, ...(isUsed && { default: defaultValue(value, coerce) }) }
}

/** Keywords of a schema in the place of their schema, which are reported as such. */
const STRUCTURE = ['type', 'items', 'properties', 'allOf', 'enum']

function jsonBody(body: Cursor, { mediaTypes, wanted, schemas }: BodyContext): RequestBody {
  if (body.get('name') === undefined) {
    body.warn('`name` is missing', 'add `name`, such as `body`', { once: true })
  }
  const schema = body.get('schema')
  const isSchema = STRUCTURE.some((keyword) => Object.hasOwn(body.value as object, keyword))
  if (schema === undefined && !isSchema) {
    body.warn('the body has no schema: any value is accepted', 'add a schema')
  }
  return {
    pointer: body.fullPointer,
    ...body.texts('description'),
    required: body.get('required')?.boolean() ?? false,
    content: readMediaTypes(mediaTypes, { cursor: body, schema, wanted, schemas }),
  }
}

function formSchema(form: readonly Cursor[], schemas: Schemas): Schema {
  const own = NON_SCHEMA_MEMBERS.filter((member) => member !== 'description')
  const members = form.map((each) => ({
    name: each.need('name')?.scalar() ?? '',
    required: each.get('required')?.boolean() === true,
    schema: readInlineSchema(each, own, schemas),
  }))
  return objectSchema(members)
}
