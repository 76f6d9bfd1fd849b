import { isObject, setOwn } from '../../../openapi/json.js'
import { KEYWORDS, keywordsWith } from '../../../openapi/schema/keywords.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { OpenApiVersion } from '../../model/model.js'
import { wordSet } from '../../shared/collections.js'
import type { Cursor } from '../document/cursor.js'
import { checkShape } from '../document/object-rules.js'
import { checkMembers } from '../document/unknown-members.js'
import { checkDiscriminator } from './discriminator-checks.js'
import { reportRounded } from './formats.js'
import { VALUE_TYPES } from './keyword-types.js'

/** Reports what a schema has of another version, a discriminator that leads nowhere, and a format that rounds. */
export function checkSchema(
  cursor: Cursor,
  keywords: readonly (readonly [keyword: string, value: Cursor])[],
  read: SchemaObject,
  version: OpenApiVersion,
  components: ReadonlyMap<string, Cursor>,
): void {
  for (const [keyword, value] of keywords) {
    if (value.value !== null) reportVersion(keyword, value, version)
    if (keyword === 'discriminator' || keyword === 'xml') checkMembers(keyword, value, version)
    if (keyword === 'xml') checkShape(keyword, value)
  }
  reportMissingItems(cursor, version)
  reportOlderNull(cursor, read, version)
  checkDiscriminator(cursor, components)
  reportRounded(cursor, read)
}

/** What documents of some versions have of another one, or of JSON Schema: keywords, or certain values of them. */
interface Foreign {
  readonly in: readonly OpenApiVersion[]
  readonly of: string
  readonly keywords: ReadonlySet<string>
  readonly isOf?: (value: unknown) => boolean
}

const OLD: Foreign['in'] = ['2.0', '3.0']
const NEW: Foreign['in'] = ['3.1', '3.2']
const DRAFTS = 'older drafts of JSON Schema'

/** What draft 2020-12 has in place of keywords of older ones. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['additionalItems', 'write `items`, with `prefixItems` for the first ones'],
  ['definitions', 'write `$defs`'],
  ['dependencies', 'write `dependentRequired` or `dependentSchemas`'],
  ['items', 'write `prefixItems`'],
])
const EXCLUSIVE = keywordsWith(({ inclusive }) => inclusive !== undefined)
const LIMITS = new Set(EXCLUSIVE)

const FOREIGN: readonly Foreign[] = [
  {
    ...{ in: OLD, of: 'OpenAPI 3.1' },
    keywords: wordSet(
      'const examples patternProperties propertyNames contains prefixItems if then else minContains ' +
        'maxContains unevaluatedItems additionalItems unevaluatedProperties dependentRequired ' +
        'dependentSchemas dependencies $id $anchor $defs $dynamicRef $dynamicAnchor $comment $schema ' +
        'contentEncoding contentMediaType contentSchema',
    ),
  },
  { in: ['2.0'], of: 'OpenAPI 3.0', keywords: wordSet('oneOf anyOf not writeOnly deprecated') },
  { in: OLD, of: 'OpenAPI 3.1', keywords: wordSet('type'), isOf: areTypes },
  { in: OLD, of: 'OpenAPI 3.1', keywords: LIMITS, isOf: (value) => typeof value === 'number' },
  { in: NEW, of: 'OpenAPI 3.0', keywords: LIMITS, isOf: (value) => typeof value === 'boolean' },
  { in: OLD, of: DRAFTS, keywords: wordSet('items'), isOf: isFilled },
  { in: NEW, of: DRAFTS, keywords: wordSet('items'), isOf: isFilled },
  { in: NEW, of: DRAFTS, keywords: wordSet('additionalItems definitions dependencies') },
  { in: ['2.0'], of: 'OpenAPI 3.0', keywords: wordSet('discriminator'), isOf: isObject },
  {
    ...{ in: ['3.0', ...NEW], of: 'Swagger 2.0' },
    keywords: wordSet('discriminator'),
    isOf: (value) => typeof value === 'string',
  },
]

function areTypes(value: unknown): boolean {
  return value === 'null' || (isFilled(value) && VALUE_TYPES.type.test(value))
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

/** Reports once what a schema has of another version: it counts, but for other tools it may not. */
function reportVersion(keyword: string, value: Cursor, version: OpenApiVersion): void {
  const found = FOREIGN.find(
    ({ isOf = () => true, ...each }) =>
      each.in.includes(version) && each.keywords.has(keyword) && isOf(value.value),
  )
  if (found === undefined) return
  const own = version === '2.0' ? 'Swagger 2.0' : `OpenAPI ${version}`
  const what = `${found.isOf ? 'the value of' : 'schema keyword'} \`${keyword}\``
  const newer = found.in === NEW ? INSTEAD.get(keyword) : undefined
  const advice = newer ?? `write it as ${own} has it, or leave it out`
  value.warn(`${what} is of ${found.of}, and is read all the same`, advice, { once: true })
}

/** `x-nullable` is read up to 3.0, where it means what `nullable` does. */
function reportOlderNull(schema: Cursor, { type }: SchemaObject, version: OpenApiVersion): void {
  if (version === '2.0' || version === '3.0') return
  if (Object(schema.value)['x-nullable'] !== true || [type].flat().includes('null')) return
  const message = '`x-nullable` is of Swagger 2.0 and ignored: null is refused'
  schema.get('x-nullable')?.warn(message, 'add "null" to `type`', { once: true })
}

/** An array has `items` up to 3.0 (2.0 and 3.0, Schema Object). */
function reportMissingItems(schema: Cursor, version: OpenApiVersion): void {
  const { type, items, $ref } = Object(schema.value)
  if (type !== 'array' || items !== undefined || $ref !== undefined) return
  if (version !== '2.0' && version !== '3.0') return
  const message = 'an array without `items` is of OpenAPI 3.1, and is one of any values'
  schema.warn(message, 'add `items`, such as {}', { once: true })
}

/**
 * Translates keywords of older drafts of JSON Schema to draft 2020-12. No keyword has another
 * meaning in a later draft, so that all are translated in any dialect.
 */
export function translateOlderDrafts(schema: SchemaObject): SchemaObject {
  if (!TRANSLATED.some((keyword) => keyword in schema)) return schema
  return EXCLUSIVE.reduce(exclusive, dependencies(tuple(dynamicRef(schema))))
}

const TRANSLATED = ['$dynamicRef', 'items', 'dependencies', ...EXCLUSIVE]

/** A dynamic reference, already resolved, is a `$ref`. */
function dynamicRef({ $dynamicRef, ...schema }: SchemaObject): SchemaObject {
  if ($dynamicRef === undefined) return schema
  const $ref = $dynamicRef as string
  if (schema.$ref === undefined) return { $ref, ...schema }
  return { ...schema, allOf: [...(schema.allOf ?? []), { $ref }] }
}

/** `items: [A, B], additionalItems: C` (up to 2019-09) as `prefixItems: [A, B], items: C`. */
function tuple({ additionalItems, ...schema }: SchemaObject): SchemaObject {
  if (!Array.isArray(schema.items)) return schema
  const { items, ...rest } = schema
  const others = additionalItems === undefined ? {} : { items: additionalItems as Schema }
  return { ...rest, ...(items.length > 0 && { prefixItems: items }), ...others }
}

/** `dependencies` (up to draft 7) as `dependentRequired` and `dependentSchemas`. */
function dependencies({ dependencies: all, ...schema }: SchemaObject): SchemaObject {
  const required: Record<string, readonly string[]> = {}
  const schemas: Record<string, Schema> = {}
  for (const [name, each] of Object.entries((all ?? {}) as typeof required | typeof schemas)) {
    if (Array.isArray(each)) setOwn(required, name, each)
    else setOwn(schemas, name, each)
  }
  return {
    ...schema,
    ...(Object.keys(required).length > 0 && { dependentRequired: required }),
    ...(Object.keys(schemas).length > 0 && { dependentSchemas: schemas }),
  }
}

/** A flag beside a limit (draft 4) as an exclusive limit. */
function exclusive(schema: SchemaObject, keyword: string): SchemaObject {
  const inclusive = KEYWORDS.get(keyword)?.inclusive as string
  const { [keyword]: isExclusive, [inclusive]: limit, ...rest } = schema
  if (typeof isExclusive !== 'boolean') return schema
  if (limit === undefined) return rest
  return { ...rest, [isExclusive ? keyword : inclusive]: limit }
}
