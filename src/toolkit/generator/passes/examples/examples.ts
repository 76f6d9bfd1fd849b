import { append } from '../../../openapi/fragment.js'
import { isObject } from '../../../openapi/json.js'
import { essenceOf, isJson } from '../../../openapi/media-type.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Source } from '../../load/source.js'
import { Cursor } from '../../read/document/cursor.js'
import { resolve, targetOf } from '../../read/document/references.js'
import { readIn } from '../../read/schemas/read-schemas.js'

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
  const sources = new Set([root.source, ...readIn(root.report).sources])
  return withoutRepeated([...sources].flatMap((source) => new Walk(source, root).samples()))
}

/** Many responses have one example and one schema in common. */
function withoutRepeated(samples: readonly Sample[]): Sample[] {
  const seen = new Map<Schema, Set<unknown>>()
  return samples.filter(({ value, schema }) => {
    if (typeof value !== 'object') return true
    const values = seen.get(schema) ?? new Set()
    seen.set(schema, values)
    return values.size !== values.add(value).size
  })
}

/** The samples of a part of a document: a path item, or all components of a kind. */
interface Part {
  readonly place: string
  readonly samples: readonly Sample[]
  /** How many schemas outside of path items were read by then. */
  readonly outside: number
}

/** After an edit most parts are what they were. */
const parts = new WeakMap<object, Part>()

/** What has members with names of their own. */
const MAPS = new Set(
  (
    '$defs callbacks content definitions dependentSchemas encoding headers links mediaTypes ' +
    'parameters pathItems paths patternProperties properties requestBodies responses schemas ' +
    'securitySchemes variables webhooks x-webhooks'
  ).split(' '),
)

/** What holds data, in which nothing is a schema. */
const DATA = /^(const|default|enum|examples?|mapping|x-(?!webhooks$).*)$/

class Walk {
  readonly #source: Source
  /** Nothing is told from here. */
  readonly #report: Diagnostics
  readonly #read: ReturnType<typeof readIn>
  readonly #path: (string | number)[] = []
  #samples: Sample[] = []

  constructor(source: Source, root: Cursor) {
    this.#source = source
    this.#report = root.quiet().report
    this.#read = readIn(root.report)
  }

  samples(): readonly Sample[] {
    this.#visit(this.#source.value, false)
    return this.#samples
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
    const isPart = this.#path.length === 2 && /^(paths|components)$/.test(String(this.#path[0]))
    if (isPart) this.#part(value, isMap)
    else this.#visit(value, isMap)
    this.#path.pop()
  }

  #part(value: object, isMap: boolean): void {
    const { outside } = this.#read
    const place = this.#path.join(' ')
    const known = parts.get(value)
    const isSame =
      known?.place === place && (this.#path[0] === 'paths' || known.outside === outside)
    const before = this.#samples
    this.#samples = []
    if (!isSame) this.#visit(value, isMap)
    const samples = isSame ? known.samples : this.#samples
    if (!isSame) parts.set(value, { place, samples, outside })
    for (const sample of samples) before.push(sample)
    this.#samples = before
  }

  #own(value: Record<string, unknown>): void {
    const own = this.#read.schemas.get(value)
    if (own !== undefined) this.#ofSchema(value, own)
    if (!isObject(value.schema) || !('example' in value || 'examples' in value)) return
    const mediaType = String(this.#path.at(-1))
    if (mediaType.includes('/') && !isJson(essenceOf(mediaType))) return
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
      if (isJson(essenceOf(name))) this.#add('example', each, schema, true, ['examples', name])
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
    const path = [...this.#path]
    const place = () => (where instanceof Cursor ? where : this.#at(value, [...path, ...where]))
    this.#samples.push({ what, value, schema, isText, place })
  }

  /** The schema that stands at a place, or that it refers to. */
  #schemaOf(start: Cursor): Schema | undefined {
    let place: Cursor | undefined = start.quiet()
    for (let hops = 0; place !== undefined && hops < 100; hops++) {
      const schema = this.#read.schemas.get(place.value)
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
    return new Cursor(this.#source, append('#', ...path), value, this.#report)
  }
}
