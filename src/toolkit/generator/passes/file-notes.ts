import type { FileMembers } from '../../openapi/media-kind.js'
import type { Model, NamedSchema, Schema, SchemaObject } from '../model/model.js'

/**
 * Schemas as their types are written where a `multipart` request has files: a JSON value has a string
 * there, and a handler gets something else, which the comment of the member says.
 */
export function withFileNotes({ schemas, operations }: Model): readonly NamedSchema[] {
  const files = new Map<string, FileMembers>()
  for (const { requestBody } of operations) {
    for (const media of requestBody?.content ?? []) {
      if (media.schema !== undefined && media.files) files.set(media.schema, media.files)
    }
  }
  if (files.size === 0) return schemas
  return schemas.map((named) => {
    const own = files.get(named.name)
    return own === undefined || typeof named.schema === 'boolean'
      ? named
      : { ...named, schema: noted(named.schema, own) }
  })
}

/** Which members are files follows from the schema, so that this is the same in later runs. */
const known = new WeakMap<SchemaObject, SchemaObject>()

function noted(schema: SchemaObject, files: FileMembers): SchemaObject {
  const made = known.get(schema) ?? withNotes(schema, files)
  known.set(schema, made)
  return made
}

function withNotes(schema: SchemaObject, files: FileMembers): SchemaObject {
  const parts = schema.allOf?.map((part) =>
    typeof part === 'boolean' ? part : withNotes(part, files),
  )
  const own = parts === undefined ? schema : { ...schema, allOf: parts }
  if (schema.properties === undefined) return own
  const members = Object.entries(schema.properties).map(([name, member]): [string, Schema] => {
    const count = Object.hasOwn(files, name) ? files[name] : undefined
    if (count === undefined || typeof member === 'boolean') return [name, member]
    const part = count === 'one' ? 'a `FilePart`' : '`FilePart[]`'
    const note = `In a multipart request a handler gets ${part}.`
    const { description } = member
    const words = [description, note].filter((text) => text !== undefined).join('\n\n')
    return [name, { ...member, description: words }]
  })
  return { ...own, properties: Object.fromEntries(members) }
}
