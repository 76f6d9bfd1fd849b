import { isObject } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import { essenceOf, isJson } from '../../openapi/media-type.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Source } from '../load/source.js'
import type { SchemaExample } from '../model/model.js'
import { wordSet } from '../shared/collections.js'
import { Cursor } from './document/cursor.js'
import { resolve, targetOf } from './document/references.js'
import type { Schemas } from './schemas/schemas.js'

/** The examples and defaults of all files of a document, in document order. */
export function readExamples(root: Cursor, { byValue, sources }: Schemas): SchemaExample[] {
  const all = new Set([root.source, ...sources])
  return distinct([...all].flatMap((source) => new ExampleReader(source, byValue).examples()))
}

/** Many responses share one example and one schema. */
function distinct(examples: readonly SchemaExample[]): SchemaExample[] {
  const seen = new Map<Schema, Set<unknown>>()
  return examples.filter(({ value, schema }) => {
    if (typeof value !== 'object') return true
    const values = seen.get(schema) ?? new Set()
    seen.set(schema, values)
    return values.size !== values.add(value).size
  })
}

/** Keywords whose values are maps with any keys. */
const MAPS = wordSet(
  '$defs callbacks content definitions dependentSchemas encoding headers links mediaTypes ' +
    'parameters pathItems paths patternProperties properties requestBodies responses schemas ' +
    'securitySchemes variables webhooks x-webhooks',
)

/** Keywords whose values are data without schemas. */
const DATA = /^(const|default|enum|examples?|mapping|x-(?!webhooks$).*)$/

type ExampleSchema = Pick<SchemaExample, 'schema' | 'written'>

class ExampleReader {
  readonly #source: Source
  readonly #schemas: ReadonlyMap<unknown, Schema>
  /** Receives no diagnostics: reading has reported them. */
  readonly #report = new Diagnostics()
  readonly #path: (string | number)[] = []
  readonly #examples: SchemaExample[] = []

  constructor(source: Source, schemas: ReadonlyMap<unknown, Schema>) {
    this.#source = source
    this.#schemas = schemas
  }

  examples(): readonly SchemaExample[] {
    this.#visit(this.#source.value, false)
    return this.#examples
  }

  #visit(value: unknown, isMap: boolean): void {
    if (Array.isArray(value)) {
      for (const [index, each] of value.entries()) this.#inside(index, each, false)
    }
    if (!isObject(value)) return
    if (!isMap) this.#own(value)
    for (const key in value) {
      const child = value[key]
      if (typeof child !== 'object' || (!isMap && DATA.test(key))) continue
      this.#inside(key, child, !isMap && MAPS.has(key))
    }
  }

  #inside(key: string | number, value: unknown, isMap: boolean): void {
    if (value === null || typeof value !== 'object') return
    this.#path.push(key)
    this.#visit(value, isMap)
    this.#path.pop()
  }

  #own(value: Record<string, unknown>): void {
    const own = this.#schemas.get(value)
    if (own !== undefined) this.#ofSchema(value, { schema: own, written: value })
    if (!isObject(value.schema) || !('example' in value || 'examples' in value)) return
    const mediaType = String(this.#path.at(-1))
    if (mediaType.includes('/') && !isJson(essenceOf(mediaType))) return
    const read = this.#schemaOf(this.#cursor(value.schema, 'schema'))
    if (read !== undefined) this.#ofMedia(value, read)
  }

  #ofSchema(value: Record<string, unknown>, read: ExampleSchema): void {
    if ('default' in value) this.#add('default', value.default, read, false, ['default'])
    if ('example' in value) this.#add('example', value.example, read, false, ['example'])
    if (typeof read.schema === 'object') this.#listed(read.schema, read)
    if (!Array.isArray(value.examples)) return
    for (const [index, each] of value.examples.entries()) {
      this.#add('example', each, read, false, ['examples', index])
    }
  }

  /** Values that a schema lists, as they are read: `1` of YAML is a text where all are texts. */
  #listed(schema: SchemaObject, read: ExampleSchema): void {
    if ('const' in schema) this.#add('listed value', schema.const, read, false, ['const'])
    for (const [index, each] of (schema.enum ?? []).entries()) {
      this.#add('listed value', each, read, false, ['enum', index])
    }
  }

  /** Examples of a parameter, a header, a media type, or a response of Swagger 2.0. */
  #ofMedia({ example, examples }: Record<string, unknown>, read: ExampleSchema): void {
    if (example !== undefined) this.#add('example', example, read, true, ['example'])
    if (!isObject(examples)) return
    for (const [name, each] of Object.entries(examples)) {
      if (isJson(essenceOf(name))) this.#add('example', each, read, true, ['examples', name])
      const found = resolve(this.#cursor(each, 'examples', name).quiet())
      const held = found?.get('dataValue') ?? found?.get('value')
      if (held !== undefined) this.#add('example', held.value, read, true, held)
    }
  }

  #add(
    role: SchemaExample['role'],
    value: unknown,
    read: ExampleSchema,
    isText: boolean,
    where: readonly (string | number)[] | Cursor,
  ): void {
    // `example:` without a value.
    if (value === null && role === 'example') return
    const path = [...this.#path]
    const location = () => (where instanceof Cursor ? where : this.#at(value, [...path, ...where]))
    this.#examples.push({ ...read, role, value, isText, location })
  }

  /** The schema at a cursor, or the one that it refers to. */
  #schemaOf(start: Cursor): ExampleSchema | undefined {
    let cursor: Cursor | undefined = start.quiet()
    for (let hops = 0; cursor !== undefined && hops < 100; hops++) {
      const schema = this.#schemas.get(cursor.value)
      if (schema !== undefined) return { schema, written: cursor.value }
      const reference: Cursor | undefined = cursor.get('$ref')
      cursor = reference && targetOf(reference)
    }
    return undefined
  }

  #cursor(value: unknown, ...below: readonly (string | number)[]): Cursor {
    return this.#at(value, [...this.#path, ...below])
  }

  #at(value: unknown, path: readonly (string | number)[]): Cursor {
    return new Cursor(this.#source, append('#', ...path), value, this.#report)
  }
}
