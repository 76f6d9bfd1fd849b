import { memoize } from '../../openapi/memoize.js'
import { reachableFrom } from '../analysis/graph.js'
import type { Model, NamedSchema } from '../model/model.js'
import type { Entry } from '../print/group.js'
import { layOut, type Module } from '../print/layout.js'
import { type GeneratedFile, header } from '../print/print.js'
import type { Texts } from '../print/print-cache.js'
import { importFromRuntime, moduleAt, type Target } from '../print/target.js'
import { isLarge } from './chunks/large.js'
import { GUARDED } from './conversions/conversions.js'
import {
  entryOf,
  type Judged,
  type SerializerEntry,
  type Surroundings,
  serializerName,
} from './serializers/entry.js'
import { createTargets, type Targets } from './validators/context.js'
import { validatorName } from './validators/units.js'

/** `serializers.ts`: a serializer for each schema of a response body. */
export function emitSerializers(model: Model, target: Target): GeneratedFile[] {
  if (isLarge(model)) return []
  const module: Module<Entry> = {
    name: 'serializers',
    header: header(model, target),
    extension: target.extension,
    typesOnly: false,
    imports: (some, up) => [
      ...(some.length === 0 ? ['export {}'] : importFromRuntime(target, takenBy(some))),
      ...(some.some(({ text }) => text.includes(VALIDATORS))
        ? [`import * as validators from ${moduleAt(target, `${up}validators`)}`]
        : []),
    ],
  }
  return layOut(module, orderedSerializers(model, target))
}

/** What the validators of a small contract are called where they are used. */
const VALIDATORS = 'validators.'

/** What serializers take from the runtime. */
export function takenBy(entries: readonly Entry[]): string[] {
  const isGuarded = entries.some(({ text }) => text.includes(GUARDED))
  return ['json', 'type Serializer', ...(isGuarded ? ['validation'] : [])]
}

/** What all serializers of a contract ask. */
export function judgedBySerializers(model: Model, target: Target, texts: Texts): Judged {
  const entries = isLarge(model)
    ? lateSerializers(model, target, texts)
    : orderedSerializers(model, target)
  return {
    names: entries.flatMap(({ judged }) => judged.names),
    branches: entries.flatMap(({ judged }) => judged.branches),
  }
}

/** Serializers that refer to each other late: their files import each other in any order. */
export function lateSerializers(model: Model, target: Target, texts: Texts): SerializerEntry[] {
  const { byName, context } = serializing(model)
  const printing = { context, target, module: '', print: lateName }
  const found = new Map<string, SerializerEntry>()
  reachableFrom(model.uses.serialized, (name) => {
    const named = byName.get(name) as NamedSchema
    const { schema } = named
    const entry =
      typeof schema === 'boolean'
        ? lateEntry(named, printing)
        : texts.of('serializer', schema, () => lateEntry(named, printing))
    found.set(name, entry)
    return entry.refs
  })
  return [...byName.keys()].flatMap((name) => found.get(name) ?? [])
}

function lateEntry(named: NamedSchema, printing: Surroundings): SerializerEntry {
  const entry = entryOf(named, printing)
  return { ...entry, uses: [...entry.uses, ...validatorsOf(entry.judged)] }
}

function validatorsOf({ names, branches }: Judged): string[] {
  return [...names.map(validatorName), ...branches.map(({ name }) => name)]
}

/** What serializers of a model are printed with. */
const serializing = memoize(({ schemas }: Model) => ({
  byName: new Map(schemas.map((schema) => [schema.name, schema])),
  context: createTargets(schemas),
}))

/** Serializers in an order in which as few as possible refer to one that is not there yet. */
function orderedSerializers(model: Model, target: Target): SerializerEntry[] {
  const waiting = model.uses.serialized.toReversed()
  const ordered: Order['ordered'] = new Map()
  const order = { ...serializing(model), target, ordered, waiting }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) print(name, order)
  return [...ordered.values()] as SerializerEntry[]
}

/** What is printed, and what waits for its turn. */
interface Order {
  readonly target: Target
  readonly byName: ReadonlyMap<string, NamedSchema>
  readonly context: Targets
  /** None yet where one is being printed. */
  readonly ordered: Map<string, SerializerEntry | undefined>
  readonly waiting: string[]
}

/** How many serializers may be printed while others wait for them. */
const MAX_DEPTH = 100

/**
 * Prints a schema's serializer after those it refers to; a circle is closed late, and what is too far
 * down waits for its turn.
 */
function print(name: string, order: Order, depth = 0): void {
  const { context, target, byName, ordered, waiting } = order
  if (ordered.has(name)) return
  const named = byName.get(name) as NamedSchema
  ordered.set(name, undefined)
  const refer = (other: string) => {
    const isFar = depth > MAX_DEPTH && !ordered.has(other)
    const isOpen = isFar || (ordered.has(other) && ordered.get(other) === undefined)
    if (isFar) waiting.push(other)
    else if (!isOpen) print(other, order, depth + 1)
    return isOpen ? lateName(other) : serializerName(other)
  }
  const entry = entryOf(named, { context, target, module: VALIDATORS, print: refer })
  ordered.delete(name)
  ordered.set(name, entry)
}

function lateName(schema: string): string {
  return `json.lazy(() => ${serializerName(schema)})`
}
