import { memoize } from '../../shared/memoize.js'
import { reachableFrom } from '../analysis/graph.js'
import type { Model, NamedSchema } from '../model/model.js'
import { type Code, qualified, symbol, unqualified } from '../print/code.js'
import { isDivided } from '../print/file-division.js'
import type { Output } from '../print/imports.js'
import { layOut } from '../print/layout.js'
import { type GeneratedFile, uncheckedHeader } from '../print/print.js'
import { isLazy } from './chunks/chunks.js'
import { LateSerializer } from './serializers/serializer-code.js'
import {
  type CalledValidators,
  type SerializerDeclaration,
  type SerializerModule,
  serializerDeclaration,
  serializerName,
} from './serializers/serializer-declaration.js'
import { createLookup } from './validators/context.js'

/** `serializers.ts`: a serializer for each schema of a response body. */
export function emitSerializers(model: Model, output: Output): GeneratedFile[] {
  if (isLazy(model)) return []
  const module = {
    name: 'serializers',
    header: uncheckedHeader(model, output),
    output,
    typesOnly: false,
  }
  return layOut(module, serializers(model, output))
}

/** In several files, which may import each other, none is used before all of them are loaded. */
function serializers(model: Model, output: Output): SerializerDeclaration[] {
  const ordered = orderedSerializers(model, output)
  return isDivided(ordered) ? lazySerializers(model, output) : ordered
}

export function calledValidators(model: Model, output: Output): CalledValidators {
  const declarations = isLazy(model)
    ? lazySerializers(model, output)
    : orderedSerializers(model, output)
  return {
    names: declarations.flatMap(({ validators }) => validators.names),
    branches: declarations.flatMap(({ validators }) => validators.branches),
  }
}

/** Serializers that refer to each other lazily: their files import each other in any order. */
export function lazySerializers(model: Model, { language }: Output): SerializerDeclaration[] {
  return MAKERS[language].lazy(model)
}

/** Serializers in an order in which as few as possible refer to a later one. */
function orderedSerializers(model: Model, { language }: Output): SerializerDeclaration[] {
  return MAKERS[language].ordered(model)
}

/** Kept for a run: the emitter of validators asks which of them serializers call. */
const MAKERS = { typescript: makersOf('typescript'), javascript: makersOf('javascript') }

function makersOf(language: Output['language']) {
  return {
    lazy: memoize((model: Model) => makeLazy(model, language)),
    ordered: memoize((model: Model) => makeOrdered(model, language)),
  }
}

function makeLazy(model: Model, language: Output['language']): SerializerDeclaration[] {
  const { schemas, uses } = model
  const byName = new Map(schemas.map((schema) => [schema.name, schema]))
  const module: SerializerModule = {
    ...createLookup(schemas),
    language,
    serializer: lazy,
    // Those of a contract that loads lazily are in the same files.
    validator: (name) =>
      isLazy(model) ? unqualified('validators', name) : qualified('validators', name),
  }
  const found = new Map<string, SerializerDeclaration>()
  reachableFrom(uses.serialized, (name) => {
    const named = byName.get(name) as NamedSchema
    const declaration = serializerDeclaration(named, module)
    found.set(name, declaration)
    return declaration.references
  })
  return schemas.flatMap(({ name }) => found.get(name) ?? [])
}

function makeOrdered(model: Model, language: Output['language']): SerializerDeclaration[] {
  const waiting = model.uses.serialized.toReversed()
  const order: Order = {
    byName: new Map(model.schemas.map((schema) => [schema.name, schema])),
    module: {
      ...createLookup(model.schemas),
      language,
      validator: (name) => qualified('validators', name),
    },
    done: new Map(),
    waiting,
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) declare(name, order)
  return [...order.done.values()].filter((declaration) => declaration !== undefined)
}

interface Order {
  readonly byName: ReadonlyMap<string, NamedSchema>
  readonly module: Omit<SerializerModule, 'serializer'>
  /** Declarations by name; `undefined` for those that have begun. */
  readonly done: Map<string, SerializerDeclaration | undefined>
  /** Names of schemas that wait for their turn. */
  readonly waiting: string[]
}

/** Largest number of declarations that have begun. */
const MAX_DEPTH = 100

/** Declares a serializer after those it refers to; references in a cycle, or too deep, are lazy. */
function declare(name: string, order: Order, depth = 0): void {
  const { byName, done, waiting } = order
  if (done.has(name)) return
  done.set(name, undefined)
  const serializer = (other: string) => {
    const isTooDeep = depth > MAX_DEPTH && !done.has(other)
    const isLazyReference = isTooDeep || (done.has(other) && done.get(other) === undefined)
    if (isTooDeep) waiting.push(other)
    else if (!isLazyReference) declare(other, order, depth + 1)
    return isLazyReference ? lazy(other) : symbol(serializerName(other))
  }
  const named = byName.get(name) as NamedSchema
  const declaration = serializerDeclaration(named, { ...order.module, serializer })
  done.delete(name)
  done.set(name, declaration)
}

function lazy(schema: string): Code {
  return new LateSerializer(symbol(serializerName(schema)))
}
