import { KEYWORDS } from './keywords.js'
import type { Schema, SchemaObject } from './schema.js'

/** What a file is to the schema of a multipart request: its bytes are no text that could be checked. */
export const FILE_SCHEMA: SchemaObject = { format: 'binary', const: '' }

export function isFileSchema(schema: Schema): boolean {
  return typeof schema === 'object' && schema.format === 'binary' && schema.const === ''
}

/** The first keyword that restricts texts, which bytes are not. */
export function textRuleIn(schema: object): string | undefined {
  return Object.keys(schema).find((keyword) => {
    const { about, value } = KEYWORDS.get(keyword) ?? {}
    return about === 'string' && (value === 'count' || value === 'pattern')
  })
}
