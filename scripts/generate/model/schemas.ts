import { segments } from '../pointer.js'
import type { Cursor } from './cursor.js'
import { DROPPED, SCHEMA, SCHEMA_MAP, SCHEMAS, shapeOf } from './keywords.js'
import type { NamedSchema, Schema, SchemaObject } from './model.js'
import { Names } from './names.js'

type Draft = Omit<NamedSchema, 'int64'>

/**
 * Reads the schemas of a document. References stay references: whatever a `$ref` names gets a name
 * of its own and is read once, so that recursive schemas end and shared ones are shared.
 */
export class Schemas {
  readonly #names = new Names()
  readonly #byPointer = new Map<string, string>()
  readonly #read = new Map<string, Draft>()

  /** Names every component first, so that none has to make way for a name that is made up. */
  components(schemas: Cursor | undefined): void {
    const members = schemas?.entries() ?? []
    for (const [name, cursor] of members) this.#name(cursor.pointer, name)
    for (const [, cursor] of members) this.named(cursor, '')
  }

  /** The name of the schema at `cursor`: the component's if it refers to one, else from `wanted`. */
  named(cursor: Cursor, wanted: string): string {
    const reference = cursor.get('$ref')
    const isReference = reference !== undefined && Object.keys(cursor.value as object).length === 1
    if (isReference && !this.#byPointer.has(cursor.pointer)) {
      const name = this.#reference(reference)
      if (name !== undefined) return name
    }
    const name = this.#name(cursor.pointer, wanted)
    if (!this.#read.has(name)) {
      const draft = { name, pointer: cursor.pointer, schema: true as Schema }
      this.#read.set(name, draft)
      this.#read.set(name, { ...draft, schema: this.read(cursor) })
    }
    return name
  }

  /** Names a schema that the document only implies; `pointer` is where it comes from. */
  define(wanted: string, pointer: string, schema: Schema): string {
    const name = this.#name(pointer, wanted)
    this.#read.set(name, { name, pointer, schema })
    return name
  }

  /** The schema at `cursor`, normalised; `handled`: keywords that the caller takes care of. */
  read(cursor: Cursor, handled: readonly string[] = []): Schema {
    if (typeof cursor.value === 'boolean') return cursor.value
    const schema: Record<string, unknown> = {}
    for (const [keyword, value] of cursor.members()) {
      if (handled.includes(keyword)) continue
      const read = this.#keyword(keyword, value)
      if (read !== undefined) define(schema, keyword, read)
    }
    return schema as SchemaObject
  }

  /** Every named schema, with its int64 mark. */
  finish(): NamedSchema[] {
    const drafts = [...this.#byPointer.values()].flatMap((name) => this.#read.get(name) ?? [])
    const marked = new Set<string>()
    const holds = (draft: Draft) => !marked.has(draft.name) && holdsInt64(draft.schema, marked)
    for (let found = drafts.filter(holds); found.length > 0; found = drafts.filter(holds)) {
      for (const { name } of found) marked.add(name)
    }
    return drafts.map((draft) => ({ ...draft, int64: marked.has(draft.name) }))
  }

  /** Follows a schema that is nothing but a reference. */
  dereference(schema: Schema): Schema {
    let current = schema
    for (let hops = 0; hops < 100 && typeof current === 'object' && current.$ref; hops++) {
      current = this.#read.get(current.$ref.slice('#/$defs/'.length))?.schema ?? true
    }
    return current
  }

  #keyword(keyword: string, value: Cursor): unknown {
    if (SCHEMA.has(keyword)) return this.read(value)
    if (SCHEMAS.has(keyword)) return value.elements().map((element) => this.read(element))
    if (SCHEMA_MAP.has(keyword)) return this.#map(value, keyword)
    const shape = shapeOf(keyword)
    if (shape !== undefined) {
      if (shape.test(value.value))
        checkPattern(value, keyword === 'pattern' ? value.value : undefined)
      else value.report.wrong(value, `\`${keyword}\` is not ${shape.is}`, 'correct the schema')
      return value.value
    }
    if (keyword === '$ref') {
      const name = value.string() === undefined ? undefined : this.#reference(value)
      return name === undefined ? undefined : `#/$defs/${name}`
    }
    if (!DROPPED.has(keyword)) {
      value.report.unsupported(value, `schema keyword \`${keyword}\``, 'leave the keyword out')
    }
    return undefined
  }

  #map(value: Cursor, keyword: string): Record<string, Schema> {
    const map = {}
    for (const [name, schema] of value.entries()) {
      if (keyword === 'patternProperties') checkPattern(value, name)
      define(map, name, this.read(schema))
    }
    return map
  }

  #reference(reference: Cursor): string | undefined {
    const target = reference.target(reference)
    return target && this.named(target, nameOf(target.pointer))
  }

  #name(pointer: string, wanted: string): string {
    const name = this.#byPointer.get(pointer) ?? this.#names.take(wanted)
    this.#byPointer.set(pointer, name)
    return name
  }
}

/** JSON Schema's patterns are ECMA-262 regular expressions with the `u` flag (2020-12, section 6.4). */
function checkPattern(place: Cursor, pattern: unknown): void {
  if (typeof pattern !== 'string') return
  try {
    new RegExp(pattern, 'u')
  } catch {
    const advice = 'write it as an ECMA-262 pattern that compiles with the `u` flag'
    place.report.unsupported(place, `pattern ${JSON.stringify(pattern)}`, advice)
  }
}

/** A name for what stands deep in the document: the last two segments of its pointer. */
function nameOf(pointer: string): string {
  return (segments(pointer) ?? []).slice(-2).join('-')
}

function holdsInt64(schema: Schema, marked: ReadonlySet<string>): boolean {
  if (typeof schema === 'boolean') return false
  if (isInt64(schema)) return true
  if (schema.$ref && marked.has(schema.$ref.slice('#/$defs/'.length))) return true
  return subschemas(schema).some((child) => holdsInt64(child, marked))
}

/** Whether an int64 stands here; on a string the format only describes. */
export function isInt64(schema: SchemaObject): boolean {
  if (schema.format !== 'int64') return false
  return [schema.type].flat().includes('integer')
}

/** The schemas directly inside a schema. */
export function subschemas(schema: SchemaObject): Schema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (SCHEMA.has(keyword)) return [value as Schema]
    if (SCHEMAS.has(keyword)) return value as Schema[]
    return SCHEMA_MAP.has(keyword) ? Object.values(value as object) : []
  })
}

/** Sets an own member whatever its name is: `__proto__` too is a name in a document. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}
