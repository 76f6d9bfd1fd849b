import type { Model, NamedSchema, Schema } from '../model/model.js'
import { type Entry, group } from './print/group.js'
import { layOut, type Module, runtimeFrom } from './print/layout.js'
import { doc, type GeneratedFile, header, key, quote } from './print/print.js'
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
export function emitSerializers(model: Model, runtime: string): GeneratedFile[] {
  const byName = new Map(model.schemas.map((schema) => [schema.name, schema]))
  const ordered = new Map<string, SerializerEntry | undefined>()
  const waiting = responseSchemas(model).toReversed()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    print(name, byName, ordered, waiting)
  }
  const entries = [...ordered.values()] as SerializerEntry[]
  const isDivided = group(entries).length > 1
  const texts = entries.map((entry) => (isDivided ? { ...entry, text: entry.late } : entry))
  const imports = ['json', 'type Serializer'].join(', ')
  const module: Module<Entry> = {
    name: 'serializers',
    header: header(model),
    typesOnly: false,
    imports: (some, up) =>
      some.length === 0
        ? ['export {}']
        : [`import { ${imports} } from ${quote(runtimeFrom(runtime, up))}`],
  }
  return layOut(module, texts)
}

interface SerializerEntry extends Entry {
  /** The text for a module of several files: they import each other in circles, in any order. */
  readonly late: string
}

type ByName = ReadonlyMap<string, NamedSchema>

/** How many serializers may be printed while others wait for them. */
const MAX_DEPTH = 100

/**
 * Prints a schema's serializer after those it refers to; a circle is closed late, and what is too far
 * down waits for its turn.
 */
function print(
  name: string,
  byName: ByName,
  ordered: Map<string, SerializerEntry | undefined>,
  waiting: string[],
  depth = 0,
): void {
  if (ordered.has(name)) return
  const { schema, pointer } = byName.get(name) as NamedSchema
  ordered.set(name, undefined)
  const uses = new Set<string>()
  const now = serializer(schema, (other) => {
    const isFar = depth > MAX_DEPTH && !ordered.has(other)
    const isOpen = isFar || (ordered.has(other) && ordered.get(other) === undefined)
    if (isFar) waiting.push(other)
    else if (!isOpen) print(other, byName, ordered, waiting, depth + 1)
    uses.add(serializerName(other))
    return isOpen ? lateName(other) : serializerName(other)
  })
  const start = `${doc('', `@generated from ${pointer}`)}export const ${serializerName(name)}`
  const [text, late] = [now, serializer(schema, lateName)].map(
    (expression) => `${start}: Serializer = ${expression}\n`,
  ) as [string, string]
  ordered.delete(name)
  ordered.set(name, { name: serializerName(name), key: name, text, late, uses: [...uses] })
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
