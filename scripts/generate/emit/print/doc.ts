import type { Schema, SchemaObject } from '../../model/model.js'
import { conjunctsOf } from '../types/conjuncts.js'
import { doc, literal } from './print.js'
import { prose } from './prose.js'

/** Keywords that a reader who writes a value wants to know; what the type says is not repeated. */
const FACTS = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'default',
]

/** Formats that the type tells, or the name nearly always. */
const PLAIN = new Set(['double', 'float', 'int32', 'int64', 'uri', 'url'])

/** The comment of a schema: its words, and the facts that its type does not tell. */
export function words(indent: string, schema: Schema, ...tags: readonly string[]): string {
  // What the parts of an `allOf` say holds for the whole, unless the whole says otherwise.
  const [whole = {}] = conjunctsOf(schema).own
  const { title, description, deprecated } = whole
  const told = [description, title].find((text) => text !== undefined && text.trim() !== '')
  const all = [...(deprecated ? ['@deprecated'] : []), ...facts(whole), ...tags]
  return doc(indent, told && prose(told), all.join('\n'))
}

function facts(schema: SchemaObject): string[] {
  const { format } = schema
  return [
    ...(format === undefined || PLAIN.has(format) ? [] : [`@format ${format}`]),
    ...FACTS.filter((keyword) => ![undefined, false].includes(schema[keyword] as undefined)).map(
      (keyword) => `@${keyword} ${valueText(keyword, schema[keyword])}`.trimEnd(),
    ),
  ].map((line) => line.replace(/\s+/g, ' '))
}

/** A value as the document has it; of a flag, its name is enough. */
function valueText(keyword: string, value: unknown): string {
  if (value === true && keyword !== 'default') return ''
  return keyword === 'pattern' || typeof value === 'bigint' ? String(value) : literal(value)
}
