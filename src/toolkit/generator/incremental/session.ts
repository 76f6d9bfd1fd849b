import { isDeepStrictEqual } from 'node:util'
import type { Schema } from '../../openapi/schema/schema.js'
import { load } from '../load/load.js'
import type { Source } from '../load/source.js'
import type { Model, NamedSchema } from '../model/model.js'
import type { KnownFiles } from '../write/write.js'
import { changedPathItems, shareUnchanged } from './document-changes.js'
import { OperationCache } from './operation-cache.js'
import { MemoryPrintCache } from './print-cache.js'

/** Words that connect a path item with other parts of the document. */
const FAR_REACHING = ['#/paths/', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef']

/**
 * State between runs: after an edit inside path items only their operations are
 * read, compiled and printed again. The result is the same as without.
 */
export class Session {
  readonly operations = new OperationCache()
  /** Printed declarations and files. */
  texts = new MemoryPrintCache()
  /** The files that were generated. */
  readonly known: KnownFiles = new Map()
  #source: Source | undefined
  #isFarReaching = false
  #schemas: ReadonlyMap<string, NamedSchema> = new Map()
  #files = 0

  /** Loads a document; when little has changed in it, as the same source. */
  load(spec: string, opened: (file: string) => void, root?: string): Source {
    // A document of several files may change with any of them.
    const earlier = this.#files === 1 ? this.#source : undefined
    this.#files = 0
    const count = (file: string) => {
      this.#files++
      opened(file)
    }
    const loaded = load(spec, count, root)
    if (earlier !== undefined && revised(earlier, loaded, this.#isFarReaching)) return earlier
    this.forget()
    this.#isFarReaching = isFarReaching(loaded.text)
    this.#source = loaded
    return loaded
  }

  /**
   * Ends a good run: the next one goes on from here. Schemas that are equal to those of the run before
   * become the same objects, so that nothing is made of them anew.
   */
  keep(model: Model): Model {
    this.operations.keep()
    const schemas = model.schemas.map((named) => {
      const before = this.#schemas.get(named.name)
      return before === undefined ? named : { ...named, ...sameIfEqual(before, named) }
    })
    this.#schemas = new Map(schemas.map((named) => [named.name, named]))
    return { ...model, schemas }
  }

  /** Forgets what was read and made of a document. */
  forget(): void {
    this.operations.clear()
    this.texts = new MemoryPrintCache()
    this.#schemas = new Map()
  }

  /** Forgets the document too: the next run is like the first. */
  clear(): void {
    this.forget()
    this.#source = undefined
  }
}

function sameIfEqual(
  before: NamedSchema,
  now: NamedSchema,
): Pick<NamedSchema, 'schema' | 'typeSchema'> {
  const choose = (one: Schema, other: Schema) => (isDeepStrictEqual(one, other) ? one : other)
  return {
    schema: choose(before.schema, now.schema),
    typeSchema: choose(before.typeSchema, now.typeSchema),
  }
}

function isFarReaching(text: string): boolean {
  return FAR_REACHING.some((word) => text.includes(word))
}

function withoutBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? undefined : value
}

/** True if the later version differs in path items only; the earlier source then has its content. */
function revised(earlier: Source, later: Source, wasFarReaching: boolean): boolean {
  if (earlier.name !== later.name) return false
  if (earlier.text === later.text) return true
  // Not only for a revision: results about unchanged parts are found by their values.
  const value = shareUnchanged(earlier.value, later.value)
  if (wasFarReaching || earlier.problems.length + later.problems.length > 0) return false
  const changed = changedPathItems(earlier.value, value)
  if (changed === undefined || isFarReaching(JSON.stringify(changed, withoutBigint))) return false
  earlier.revise(later, value)
  return true
}
