import type { FileMembers } from '../../openapi/media-type.js'
import { hasInside, mapSchema } from '../../openapi/schema/map.js'
import { ONE_WAY, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { requestContent } from '../model/content.js'
import type { Model } from '../model/model.js'

/**
 * Sets the schemas that types are made of: without members that do not travel, and with a note at
 * the members of a `multipart` request that are files, since a JSON value has a string there.
 */
export function typeSchemas(model: Model): Model {
  const files = filesBySchema(model)
  const schemas = model.schemas.map((named) => {
    const { name, schema } = named
    if (typeof schema === 'boolean') return { ...named, typeSchema: schema }
    const own = files.get(name)
    const noted = own === undefined ? schema : withNotes(schema, own)
    const hasOneWay = hasInside(noted, ({ [ONE_WAY]: oneWay }) => oneWay !== undefined)
    return { ...named, typeSchema: hasOneWay ? withoutOneWay(noted) : noted }
  })
  return { ...model, schemas }
}

function filesBySchema({ operations }: Model): Map<string, FileMembers> {
  const files = new Map<string, FileMembers>()
  for (const { schema, files: own } of operations.flatMap(requestContent)) {
    if (schema !== undefined && own) files.set(schema, own)
  }
  return files
}

/**
 * Members that a client may send and the service drops are left out. Write-only ones stay, with the schema
 * `false`: a response with one does not compile. TypeScript would refuse each object for a type that has
 * no other members.
 */
function withoutOneWay(schema: SchemaObject): SchemaObject {
  const { [ONE_WAY]: oneWay, ...rest } = schema
  const { properties } = rest
  const others = Object.fromEntries(
    Object.entries(properties ?? {}).filter(([name]) => !oneWay?.names.includes(name)),
  )
  const isEmpty = Object.keys(others).length === 0
  const isDropped = oneWay && properties && (oneWay.keyword !== 'writeOnly' || isEmpty)
  const own = isDropped ? { ...rest, properties: others } : rest
  return mapSchema(own, (child) => (typeof child === 'boolean' ? child : withoutOneWay(child)))
}

function withNotes(schema: SchemaObject, files: FileMembers): SchemaObject {
  return mapSchema(schema, (child, keyword, name = '') => {
    if (typeof child === 'boolean') return child
    if (keyword === 'allOf') return withNotes(child, files)
    const count = keyword === 'properties' && Object.hasOwn(files, name) ? files[name] : undefined
    return count === undefined ? child : withNote(child, count)
  })
}

function withNote(member: SchemaObject, count: FileMembers[string]): Schema {
  const part = count === 'one' ? 'a `FilePart`' : '`FilePart[]`'
  const note = `In a multipart request a handler gets ${part}.`
  const { description } = member
  const paragraphs = description === undefined ? [note] : [description, note]
  return { ...member, description: paragraphs.join('\n\n') }
}
