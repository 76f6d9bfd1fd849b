import { essenceOf } from '../../../openapi/media-type.js'
import { isParameterLocation } from '../../../openapi/parameter.js'
import type { Header, MediaType, Parameter } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { elementsOf, followed } from '../document/referenced-fields.js'
import { resolve } from '../document/references.js'
import type { Schemas } from '../schemas/schemas.js'
import { isStructured, mediaKindOf } from './media-kind.js'
import { readContent, readMediaType, readMediaTypes } from './media-types.js'
import type { OperationSyntax } from './openapi-3.js'
import { parameterLocation, resolveParameter, toParameter } from './parameter.js'
import { NON_SCHEMA_MEMBERS, readInlineSchema } from './parameter-schema.js'
import { readCollectionFormat } from './parameter-styles.js'
import { parametersOf } from './parameters.js'
import { readSwaggerBody } from './swagger-2-body.js'

const LOCATIONS: readonly string[] = ['path', 'query', 'header', 'cookie']

export function swagger2Syntax(root: Cursor, schemas: Schemas): OperationSyntax {
  return {
    parameter: (parameter) => readParameter(parameter, schemas),
    requestBody(operation, pathItem, typeName) {
      const mediaTypes = mediaTypesOf(operation, root, 'consumes')
      const context = { mediaTypes, wanted: `${typeName}Body`, schemas }
      return readSwaggerBody(parametersOf(pathItem, operation), context)
    },
    content(response, operation, wanted) {
      const schema = response.get('schema')
      const mediaTypes = mediaTypesOf(operation, root, 'produces')
      if (schema === undefined) {
        const content = followed(response.get('content'))
        content?.warn('`content` is of OpenAPI 3, and is read all the same', 'write `schema`')
        return content
          ? readContent(content, wanted, schemas)
          : exemplified(response, wanted, schemas)
      }
      const source = { cursor: schema, schema, wanted, schemas }
      const read = readMediaTypes(producedFor(schema, mediaTypes), source)
      const name = read.find(({ kind }) => kind === 'json')?.schema
      if (name !== undefined) schemas.takeExamples(response, name)
      return read
    },
    header: (name, header) => readHeader(name, header, schemas),
  }
}

function mediaTypesOf(operation: Cursor, root: Cursor, member: 'consumes' | 'produces'): string[] {
  const names = elementsOf(operation.get(member) ?? root.get(member))
  const mediaTypes = names.flatMap((name) => name.string() ?? [])
  return mediaTypes.length === 0 ? ['application/json'] : mediaTypes
}

/** `produces` is of all responses of an operation, also of the errors beside a file: bytes are not what they describe. */
function producedFor(schema: Cursor, mediaTypes: readonly string[]): readonly string[] {
  const target = resolve(schema.quiet())
  const isBytes = (name: string) => mediaKindOf(essenceOf(name), target) === 'binary'
  if (!isStructured(target) || !mediaTypes.every(isBytes)) return mediaTypes
  const message = `\`produces\` has ${mediaTypes.join(', ')}, and this describes no bytes; taken for application/json`
  schema.warn(message, 'add application/json to `produces`', { once: true })
  return ['application/json']
}

/** A parameter outside of the body; it contains the keywords of its schema. */
function readParameter(reference: Cursor, schemas: Schemas): Parameter | undefined {
  const cursor = resolveParameter(reference)
  const location = cursor && parameterLocation(cursor, [...LOCATIONS, 'formData', 'body'])
  if (cursor === undefined || location === undefined || !isParameterLocation(location))
    return undefined
  const name = cursor.need('name')?.scalar()
  if (name === undefined) return undefined
  if (location === 'cookie') {
    const advice = 'leave it out, or make this a document of OpenAPI 3'
    cursor.get('in')?.warn('`in: cookie` is of OpenAPI 3, and is read all the same', advice)
  }
  if (cursor.get('type')?.value === 'file') {
    const message = `a parameter in ${location} is no file, and any text is accepted`
    cursor.get('type')?.warn(message, 'write `in: formData`, or another type')
  }
  const written = readCollectionFormat(cursor, location)
  const schema = readInlineSchema(cursor, NON_SCHEMA_MEMBERS, schemas)
  return toParameter(cursor, { name, location, schema, written }, schemas)
}

/** The bodies of a response without a schema, which has examples: of any value. */
function exemplified(response: Cursor, wanted: string, schemas: Schemas): MediaType[] {
  const examples = (response.get('examples')?.entries() ?? []).filter(([name]) =>
    name.includes('/'),
  )
  const shared = { schema: undefined, isAlone: examples.length === 1, wanted, schemas }
  return examples.flatMap(([name, cursor]) => readMediaType(name, { cursor, ...shared }))
}

/** A header of a response; it contains the keywords of its schema. */
function readHeader(name: string, cursor: Cursor, schemas: Schemas): Header {
  const { style, itemStyles = [] } = readCollectionFormat(cursor, 'header')
  const styles = [style, ...itemStyles]
  return {
    name,
    required: false,
    ...cursor.texts('description'),
    schema: readInlineSchema(cursor, ['description', 'collectionFormat'], schemas),
    explode: false,
    json: false,
    ...(styles.some((each) => each !== 'simple') && { styles }),
  }
}
