import { KEYWORDS, type Keyword, keywordsWith } from '../../../openapi/schema/keywords.js'
import { EXAMPLES, type Schema, type SchemaObject } from '../../../openapi/schema/schema.js'
import { type Alternatives, compositionOf } from '../../analysis/composition.js'
import { doc, literal } from '../../print/print.js'
import { prose } from '../../print/prose.js'

/** Keywords for readers who write values; the type says the rest. */
const FACTS = keywordsWith(({ comment }) => comment)

/** Formats that follow from the type, or nearly always from the name. */
const PLAIN = new Set(['double', 'float', 'int32', 'int64', 'uri', 'url'])

/** The comment of a schema: description, and the keywords that its type does not express. */
export function schemaComment(indent: string, schema: Schema, ...tags: readonly string[]): string {
  const { own, alternatives } = compositionOf(schema)
  const whole = own[0] ?? {}
  const description = descriptionOf(whole)
  const each = ownOf(whole.items ?? true).description?.trim()
  const all = new Set([...facts(whole), ...alternatives.flatMap(sharedFacts)])
  const isNews = each !== undefined && each !== '' && each !== description?.trim()
  const paragraphs = [
    description && prose(description),
    isNews ? prose(`Each: ${each}`) : undefined,
  ]
  return doc(
    indent,
    ...paragraphs,
    [...(whole.deprecated ? ['@deprecated'] : []), ...all, ...tags].join('\n'),
  )
}

/** The comment of an alternative, without the keywords that the comment of the union has. */
export function branchComment(branch: Schema, choice: Alternatives): string {
  return isScalar(branch) && sharedFacts(choice).length > 0 ? '' : schemaComment('', branch)
}

/** Keywords of the parts of an `allOf` apply to the whole, unless it has its own. */
function ownOf(schema: Schema): SchemaObject {
  return compositionOf(schema).own[0] ?? {}
}

function descriptionOf({ title = '', description = '' }: SchemaObject): string | undefined {
  if (description.trim() !== '') return description
  // A title is written for people, unlike the identifier `range_query_specs`.
  const isForPeople = !/^[a-z\d]+(_[a-z\d]+)+$/.test(title)
  return title.trim() !== '' && isForPeople ? title : undefined
}

/**
 * Keywords of alternatives without a description: in the comment of the union, so that `string | Plant`
 * fits on one line. If two alternatives differ in a keyword, each keeps its own.
 */
function sharedFacts({ branches }: Alternatives): string[] {
  const all = [...new Set(branches.filter(isScalar).flatMap((branch) => facts(ownOf(branch))))]
  const keywords = new Set(all.map((fact) => fact.split(' ')[0]))
  return keywords.size === all.length ? all : []
}

function isScalar(schema: Schema): boolean {
  const { own, refs, alternatives } = compositionOf(schema)
  const [{ type = 'object', ...rest } = {}] = own
  if (own.length > 1 || refs.length + alternatives.length > 0) return false
  const types = [type].flat()
  return !types.includes('object') && !types.includes('array') && descriptionOf(rest) === undefined
}

function facts(schema: SchemaObject): string[] {
  const { format } = schema
  const isListed = schema.enum !== undefined || 'const' in schema
  return [
    ...(format === undefined || isListed || PLAIN.has(format) ? [] : [`@format ${format}`]),
    ...factKeywords(schema)
      .filter((keyword) => keyword === 'default' || !isListed)
      .map((keyword) => `@${keyword} ${valueText(keyword, schema[keyword])}`.trimEnd()),
    ...exampleOf(schema),
  ].map((line) => line.replace(/\s+/g, ' '))
}

/** Keywords for the comment, in their order; most schemas have few of them. */
function factKeywords(schema: SchemaObject): string[] {
  const found = Object.keys(schema).filter((keyword) => FACTS.includes(keyword))
  return found
    .filter((keyword) => {
      const { value: type, upper } = KEYWORDS.get(keyword) as Keyword
      const value = schema[keyword]
      // No size is less than 0.
      const isLeast = type === 'count' && upper !== undefined
      return value !== undefined && value !== false && !(isLeast && value === 0)
    })
    .sort((a, b) => FACTS.indexOf(a) - FACTS.indexOf(b))
}

/** Largest length of an example, in characters: a longer one hides the type beside it. */
const LONGEST = 60

/** The first short example; none if the type or the default says as much. */
function exampleOf(schema: SchemaObject): string[] {
  const { [EXAMPLES]: examples = [], enum: values, default: fallback } = schema
  if (values !== undefined || 'const' in schema) return []
  const texts = examples
    .filter((value) => value !== '' && value !== null && typeof value !== 'boolean')
    .map((value) => valueText('example', value))
  const defaultText = fallback === undefined ? undefined : valueText('default', fallback)
  const shown = texts.find((text) => text.length <= LONGEST && text !== defaultText)
  return shown === undefined ? [] : [`@example ${shown}`]
}

/** A value as in the document; for a flag, its name is enough. */
function valueText(keyword: string, value: unknown): string {
  if (value === true && keyword !== 'default') return ''
  return keyword === 'pattern' || typeof value === 'bigint' ? String(value) : literal(value)
}

/** A schema without its title, if that says no more than the name beside it. */
export function untitled(schema: Schema, name: string): Schema {
  if (typeof schema === 'boolean' || schema.title === undefined) return schema
  if (letters(schema.title) !== letters(name)) return schema
  const { title: _, ...rest } = schema
  return rest
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}
