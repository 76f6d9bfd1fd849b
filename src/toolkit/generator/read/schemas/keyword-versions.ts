import { setOwn } from '../../../openapi/json.js'
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

/** Keywords of JSON Schema that the Schema Object has since OpenAPI 3.1 only. */
const SINCE_31 = wordSet(
  'const examples patternProperties propertyNames contains prefixItems if then else minContains ' +
    'maxContains unevaluatedItems additionalItems unevaluatedProperties dependentRequired ' +
    'dependentSchemas dependencies $id $anchor $defs $dynamicRef $dynamicAnchor $comment $schema ' +
    'contentEncoding contentMediaType contentSchema',
)

/** Keywords that the Schema Object has since OpenAPI 3.0. */
const SINCE_30 = new Set(['oneOf', 'anyOf', 'not', 'writeOnly', 'deprecated'])

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

/** Reports once what a schema has of another version: it counts, but for other tools it may not. */
function reportVersion(keyword: string, value: Cursor, version: OpenApiVersion): void {
  const isOld = version === '2.0' || version === '3.0'
  if (keyword === 'items' && Array.isArray(value.value) && value.value.length > 0) {
    const message = 'a list of `items` is of older drafts of JSON Schema, and is read all the same'
    const advice = isOld ? 'write one schema for all items' : 'write `prefixItems`'
    value.warn(message, advice, { once: true })
  }
  const found =
    keyword === 'discriminator'
      ? inDiscriminator(value, version)
      : isOld
        ? inOld(keyword, value, version)
        : inNew(keyword, value)
  if (found === undefined) return
  const [what, of, advice] = found
  value.warn(`${what} is of ${of}, and is read all the same`, advice, { once: true })
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

function isTypes(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && VALUE_TYPES.type.test(value)
}

type ForeignWriting = readonly [what: string, version: string, advice: string]

const OLDER = 'OpenAPI 3.0'
const NEWER = 'OpenAPI 3.1'

function adviceFor(version: string): string {
  return `leave it out, or make this a document of ${version}`
}

function inOld(
  keyword: string,
  { value }: Cursor,
  version: OpenApiVersion,
): ForeignWriting | undefined {
  if (SINCE_31.has(keyword)) {
    return [`schema keyword \`${keyword}\``, NEWER, adviceFor(NEWER)]
  }
  if (version === '2.0' && SINCE_30.has(keyword)) {
    return [`schema keyword \`${keyword}\``, OLDER, adviceFor(OLDER)]
  }
  const nullable = version === '2.0' ? '`x-nullable: true`' : '`nullable: true`'
  if (keyword === 'type' && (isTypes(value) || value === 'null')) {
    const what = value === 'null' ? 'the type "null"' : 'a list of types'
    return [what, NEWER, `write one type, and ${nullable} for null`]
  }
  const [, end] = /^exclusive(M(?:in|ax)imum)$/.exec(keyword) ?? []
  if (end === undefined || typeof value !== 'number') return undefined
  const advice = `write \`${end.toLowerCase()}: ${value}\` and \`${keyword}: true\``
  return [`a number of \`${keyword}\``, NEWER, advice]
}

function inDiscriminator({ value }: Cursor, version: OpenApiVersion): ForeignWriting | undefined {
  const { propertyName } = Object(value)
  if (version === '2.0' && typeof propertyName === 'string') {
    return ['a discriminator that is an object', OLDER, `write \`discriminator: ${propertyName}\``]
  }
  if (version === '2.0' || typeof value !== 'string') return undefined
  return ['a discriminator that is a name', 'Swagger 2.0', `write \`propertyName: ${value}\` in it`]
}

/** Keywords of older drafts of JSON Schema, and what draft 2020-12 has in their place. */
const OLDER_DRAFTS: ReadonlyMap<string, string> = new Map([
  ['additionalItems', 'write `items`, with `prefixItems` for the first ones'],
  ['definitions', 'write `$defs`'],
  ['dependencies', 'write `dependentRequired` or `dependentSchemas`'],
])

function inNew(keyword: string, { value }: Cursor): ForeignWriting | undefined {
  const replaced = OLDER_DRAFTS.get(keyword)
  if (replaced !== undefined) {
    return [`schema keyword \`${keyword}\``, 'older drafts of JSON Schema', replaced]
  }
  const [, end] = /^exclusive(M(?:in|ax)imum)$/.exec(keyword) ?? []
  if (end === undefined || typeof value !== 'boolean') return undefined
  const advice = `write the number of \`${end.toLowerCase()}\` in \`${keyword}\`, and leave that out`
  return [`true or false of \`${keyword}\``, OLDER, advice]
}

/**
 * Translates keywords of older drafts of JSON Schema to draft 2020-12. No keyword has another
 * meaning in a later draft, so that all are translated in any dialect.
 */
export function translateOlderDrafts(schema: SchemaObject): SchemaObject {
  if (!TRANSLATED.some((keyword) => keyword in schema)) return schema
  return EXCLUSIVE.reduce(exclusive, dependencies(tuple(dynamicRef(schema))))
}

const EXCLUSIVE = keywordsWith(({ inclusive }) => inclusive !== undefined)
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
