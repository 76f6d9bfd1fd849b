import type { Schema, SchemaObject } from '../../model/model.js'
import { EXAMPLES } from '../../model/schemas/schema.js'
import { conjunctsOf } from '../types/conjuncts.js'
import { doc, isShort, literal } from './print.js'
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
    ...exampleOf(schema),
  ].map((line) => line.replace(/\s+/g, ' '))
}

/** The longest example that is shown, in characters: a longer one hides what it stands beside. */
const LONGEST = 60

/** The first short example; none where the type or the default tells as much. */
function exampleOf(schema: SchemaObject): string[] {
  const { [EXAMPLES]: examples = [], enum: values, default: fallback } = schema
  if (values !== undefined || 'const' in schema) return []
  const texts = examples
    .filter((value) => value !== '' && value !== null && typeof value !== 'boolean')
    .filter((value) => isShort(value, LONGEST))
    .map((value) => valueText('example', value))
  const told = fallback === undefined ? undefined : valueText('default', fallback)
  const shown = texts.find((text) => text.length <= LONGEST && text !== told)
  return shown === undefined ? [] : [`@example ${shown}`]
}

/** A value as the document has it; of a flag, its name is enough. */
function valueText(keyword: string, value: unknown): string {
  if (value === true && keyword !== 'default') return ''
  return keyword === 'pattern' || typeof value === 'bigint' ? String(value) : literal(value)
}
