import type { Json } from '../json/value.js'
import { type Dialect, dialectOf, type Violation } from '../schemas/dialect.js'

// biome-ignore lint/suspicious/noExplicitAny: schemas are data whose form the document's author keeps
export type Schema = any

/** By the texts of documents and of schemas: what is compiled serves all servers. */
const dialects = new Map<string, Dialect>()
const schemas = new Map<string, Schema>()

/** Judges values by the schemas of a document, as it is when the first one is judged. */
export function judgeOf(document: Schema): (value: Json, schema: Schema) => Violation | undefined {
  let dialect: Dialect | undefined
  return (value, schema) => {
    const text = JSON.stringify(schema)
    if (!schemas.has(text)) schemas.set(text, schema)
    dialect ??= known(document)
    return dialect.violation(schemas.get(text), value)
  }
}

function known(document: Schema): Dialect {
  const text = JSON.stringify(document)
  const dialect = dialects.get(text) ?? dialectOf(JSON.parse(text))
  dialects.set(text, dialect)
  return dialect
}
