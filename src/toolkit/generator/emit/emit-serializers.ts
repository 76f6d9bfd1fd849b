import { reached } from '../model/graph/graph.js'
import type { Model, NamedSchema, Schema } from '../model/model.js'
import { isLarge } from './lazy/large.js'
import type { Entry } from './print/group.js'
import { layOut, type Module } from './print/layout.js'
import { doc, type GeneratedFile, header, key } from './print/print.js'
import { importFromRuntime, type Target, typed } from './print/target.js'
import type { Texts } from './print/texts.js'
import { refName } from './refs.js'
import { responseSchemas } from './used-schemas.js'

const SCALARS: Readonly<Record<string, string>> = {
  boolean: 'json.boolean',
  integer: 'json.number',
  null: 'json.any',
  number: 'json.number',
  string: 'json.string',
}

/** The name under which `serializers.ts` exports the serializer of a schema. */
export function serializerName(schema: string): string {
  return `write${schema}`
}

/** `serializers.ts`: a serializer for each schema of a response body. */
export function emitSerializers(model: Model, target: Target): GeneratedFile[] {
  if (isLarge(model)) return []
  const entries = orderedEntries(model, target)
  const module: Module<Entry> = {
    name: 'serializers',
    header: header(model, target),
    extension: target.extension,
    typesOnly: false,
    imports: (some) =>
      some.length === 0 ? ['export {}'] : importFromRuntime(target, ['json', 'type Serializer']),
  }
  return layOut(module, entries)
}

function namesOf({ schemas }: Model): ByName {
  return new Map(schemas.map((schema) => [schema.name, schema]))
}

/** Serializers that refer to each other late: their files import each other in any order. */
export function lateSerializers(model: Model, target: Target, texts: Texts): Entry[] {
  const byName = namesOf(model)
  const found = new Map<string, LateEntry>()
  reached(responseSchemas(model), (name) => {
    const named = byName.get(name) as NamedSchema
    const { schema } = named
    const entry =
      typeof schema === 'boolean'
        ? lateEntry(named, target)
        : texts.of('serializer', schema, () => lateEntry(named, target))
    found.set(name, entry)
    return entry.refs
  })
  return [...byName.keys()].flatMap((name) => found.get(name) ?? [])
}

interface LateEntry extends Entry {
  /** The schemas whose serializers it uses. */
  readonly refs: readonly string[]
}

function lateEntry(named: NamedSchema, target: Target): LateEntry {
  const refs = new Set<string>()
  const expression = serializer(named.schema, (other) => {
    refs.add(other)
    return lateName(other)
  })
  return { ...entryOf(named, target, expression, refs), refs: [...refs] }
}

function entryOf(
  { name, pointer }: NamedSchema,
  target: Target,
  expression: string,
  refs: Set<string>,
): Entry {
  const comment = doc('', `@generated from ${pointer}`)
  const start = `export const ${serializerName(name)}${typed(target, ': Serializer')}`
  const text = `${comment}${start} = ${expression}\n`
  return { name: serializerName(name), key: name, text, uses: [...refs].map(serializerName) }
}

type ByName = ReadonlyMap<string, NamedSchema>

/** Serializers in an order in which as few as possible refer to one that is not there yet. */
function orderedEntries(model: Model, target: Target): Entry[] {
  const waiting = responseSchemas(model).toReversed()
  const ordered: Order['ordered'] = new Map()
  const order = { target, byName: namesOf(model), ordered, waiting }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) print(name, order)
  return [...ordered.values()] as Entry[]
}

/** What is printed, and what waits for its turn. */
interface Order {
  readonly target: Target
  readonly byName: ByName
  /** None yet where one is being printed. */
  readonly ordered: Map<string, Entry | undefined>
  readonly waiting: string[]
}

/** How many serializers may be printed while others wait for them. */
const MAX_DEPTH = 100

/**
 * Prints a schema's serializer after those it refers to; a circle is closed late, and what is too far
 * down waits for its turn.
 */
function print(name: string, order: Order, depth = 0): void {
  const { target, byName, ordered, waiting } = order
  if (ordered.has(name)) return
  const named = byName.get(name) as NamedSchema
  ordered.set(name, undefined)
  const refs = new Set<string>()
  const expression = serializer(named.schema, (other) => {
    const isFar = depth > MAX_DEPTH && !ordered.has(other)
    const isOpen = isFar || (ordered.has(other) && ordered.get(other) === undefined)
    if (isFar) waiting.push(other)
    else if (!isOpen) print(other, order, depth + 1)
    refs.add(other)
    return isOpen ? lateName(other) : serializerName(other)
  })
  ordered.delete(name)
  ordered.set(name, entryOf(named, target, expression, refs))
}

function lateName(schema: string): string {
  return `json.late(() => ${serializerName(schema)})`
}

/** What is no plain object, array or scalar is printed by its value. */
function serializer(schema: Schema, ref: (name: string) => string): string {
  if (typeof schema === 'boolean') return 'json.any'
  const { $ref, type, properties, items, prefixItems, allOf, anyOf, oneOf, ...rest } = schema
  if (allOf ?? anyOf ?? oneOf ?? prefixItems ?? rest.patternProperties) return 'json.any'
  if ($ref !== undefined) return type === undefined ? ref(refName($ref)) : 'json.any'
  if (type === 'array') return `json.array(${serializer(items ?? true, ref)})`
  if (type !== 'object') return (typeof type === 'string' && SCALARS[type]) || 'json.any'
  const members = Object.entries(properties ?? {}).map(
    ([name, property]) => `${key(name)}: ${serializer(property, ref)}`,
  )
  return members.length === 0 ? 'json.any' : `json.object({ ${members.join(', ')} })`
}
