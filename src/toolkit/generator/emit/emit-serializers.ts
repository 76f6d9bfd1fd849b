import { lookupIn } from '../../openapi/schema/conjuncts.js'
import type { Model, NamedSchema } from '../model/model.js'
import { qualified, symbol, unqualified } from '../print/code.js'
import { isDivided } from '../print/file-division.js'
import type { Output } from '../print/imports.js'
import { codeModule, layOut } from '../print/layout.js'
import type { GeneratedFile } from '../print/print.js'
import { isLazy } from './chunks/chunks.js'
import { LateSerializer } from './serializers/serializer-code.js'
import {
  type SerializerDeclaration,
  serializerDeclaration,
  serializerName,
} from './serializers/serializer-declaration.js'

/** `serializers.ts`: a serializer for each schema of a response body. */
export function emitSerializers(
  model: Model,
  output: Output,
  ordered: readonly SerializerDeclaration[],
): GeneratedFile[] {
  // In several files, which may import each other, none is used before all of them are loaded.
  const all = isDivided(ordered) ? serializerDeclarations(model, output, true) : ordered
  return layOut(codeModule('serializers', model, output), all)
}

/** Largest number of declarations that have begun. */
const MAX_DEPTH = 100

/**
 * Each serializer after those that it refers to, and in the order of the schemas if all references are lazy; one
 * in a cycle, or too deep, is lazy in any case.
 */
export function serializerDeclarations(
  model: Model,
  output: Output,
  areLazy: boolean,
): SerializerDeclaration[] {
  const { schemas, uses } = model
  const byName = new Map(schemas.map((schema) => [schema.name, schema]))
  // Those of a contract that loads lazily are in the same files.
  const refer = isLazy(model) ? unqualified : qualified
  const validator = (name: string) => refer('validators', name)
  const module = { output, target: lookupIn(schemas), validator }
  const waiting = uses.serialized.toReversed()
  /** `undefined` for those that have begun. */
  const done = new Map<string, SerializerDeclaration | undefined>()
  const declare = (name: string, depth = 0): void => {
    if (done.has(name)) return
    done.set(name, undefined)
    const serializer = (other: string) => {
      const isLater = !done.has(other) && (areLazy || depth > MAX_DEPTH)
      if (isLater) waiting.push(other)
      else if (!done.has(other)) declare(other, depth + 1)
      const own = symbol(serializerName(other))
      return areLazy || done.get(other) === undefined ? new LateSerializer(own) : own
    }
    const named = byName.get(name) as NamedSchema
    const declaration = serializerDeclaration(named, { ...module, serializer })
    done.delete(name)
    done.set(name, declaration)
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) declare(name)
  return [...(areLazy ? byName : done).keys()].flatMap((name) => done.get(name) ?? [])
}
