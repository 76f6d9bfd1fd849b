import type { Source } from '../../load/source.js'
import { append } from '../../pointer.js'
import { Cursor, isObject } from '../document/cursor.js'
import { resolve, targetOf } from '../document/references.js'
import { readIn } from '../schemas/read-schemas.js'
import type { Schema } from '../schemas/schema.js'

/** A value that stands in a document for one that a schema accepts. */
export interface Sample {
  readonly what: 'default' | 'example'
  readonly value: unknown
  readonly schema: Schema
  /** Whether a text may stand for the value that it is written as. */
  readonly isText: boolean
  place(): Cursor
}

/** The examples and defaults of all documents of a run, in document order. */
export function samplesOf(root: Cursor): Sample[] {
  const samples: Sample[] = []
  const sources = new Set([root.source, ...readIn(root.report).sources])
  for (const source of sources) new Walk(source, root, samples).visit(source.value, false)
  return samples
}

/** What has members with names of their own. */
const MAPS = new Set(
  (
    '$defs callbacks content definitions dependentSchemas encoding headers links mediaTypes ' +
    'parameters pathItems paths patternProperties properties requestBodies responses schemas ' +
    'securitySchemes variables webhooks'
  ).split(' '),
)

/** What holds data, in which nothing is a schema. */
const DATA = /^(const|default|enum|examples?|mapping|x-.*)$/

class Walk {
  readonly #source: Source
  readonly #root: Cursor
  readonly #samples: Sample[]
  readonly #schemas: ReadonlyMap<unknown, Schema>
  readonly #path: (string | number)[] = []
  readonly #seen = new Map<Schema, Set<unknown>>()

  constructor(source: Source, root: Cursor, samples: Sample[]) {
    this.#source = source
    this.#root = root
    this.#samples = samples
    this.#schemas = readIn(root.report).schemas
  }

  visit(value: unknown, isMap: boolean): void {
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
    this.visit(value, isMap)
    this.#path.pop()
  }

  #own(value: Record<string, unknown>): void {
    const own = this.#schemas.get(value)
    if (own !== undefined) this.#ofSchema(value, own)
    if (!isObject(value.schema) || !('example' in value || 'examples' in value)) return
    const mediaType = String(this.#path.at(-1))
    if (mediaType.includes('/') && !isJson(mediaType)) return
    const schema = this.#schemaOf(this.#cursor(value.schema, 'schema'))
    if (schema !== undefined) this.#ofMedia(value, schema)
  }

  /** The keywords of a schema. */
  #ofSchema(value: Record<string, unknown>, schema: Schema): void {
    if ('default' in value) this.#add('default', value.default, schema, false, ['default'])
    if ('example' in value) this.#add('example', value.example, schema, false, ['example'])
    if (!Array.isArray(value.examples)) return
    for (const [index, each] of value.examples.entries()) {
      this.#add('example', each, schema, false, ['examples', index])
    }
  }

  /** The members of a parameter, a header, a media type, or a response of Swagger 2.0. */
  #ofMedia({ example, examples }: Record<string, unknown>, schema: Schema): void {
    if (example !== undefined) this.#add('example', example, schema, true, ['example'])
    if (!isObject(examples)) return
    for (const [name, each] of Object.entries(examples)) {
      if (isJson(name)) this.#add('example', each, schema, true, ['examples', name])
      const found = resolve(this.#cursor(each, 'examples', name).quiet())
      const held = found?.get('dataValue') ?? found?.get('value')
      if (held !== undefined) this.#add('example', held.value, schema, true, held)
    }
  }

  #add(
    what: Sample['what'],
    value: unknown,
    schema: Schema,
    isText: boolean,
    where: readonly (string | number)[] | Cursor,
  ): void {
    // A word behind which nothing stands.
    if (value === null && what === 'example') return
    if (this.#isKnown(value, schema)) return
    const path = [...this.#path]
    const place = () => (where instanceof Cursor ? where : this.#at(value, [...path, ...where]))
    this.#samples.push({ what, value, schema, isText, place })
  }

  /** Many responses have one example and one schema in common. */
  #isKnown(value: unknown, schema: Schema): boolean {
    if (typeof value !== 'object') return false
    const values = this.#seen.get(schema) ?? new Set()
    this.#seen.set(schema, values)
    return values.size === values.add(value).size
  }

  /** The schema that stands at a place, or that it refers to. */
  #schemaOf(start: Cursor): Schema | undefined {
    let place: Cursor | undefined = start.quiet()
    for (let hops = 0; place !== undefined && hops < 100; hops++) {
      const schema = this.#schemas.get(place.value)
      if (schema !== undefined) return schema
      const reference: Cursor | undefined = place.get('$ref')
      place = reference && targetOf(reference)
    }
    return undefined
  }

  #cursor(value: unknown, ...below: readonly (string | number)[]): Cursor {
    return this.#at(value, [...this.#path, ...below])
  }

  #at(value: unknown, path: readonly (string | number)[]): Cursor {
    return new Cursor(this.#source, append('#', ...path), value, this.#root.report)
  }
}

function isJson(mediaType: string): boolean {
  return /^[\w.+-]+\/([\w.+-]+\+)?json\s*(;|$)/i.test(mediaType)
}
