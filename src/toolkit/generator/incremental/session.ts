import { load } from '../load/load.js'
import type { Source } from '../load/source.js'
import { MemoryPrintCache } from '../print/print-cache.js'
import type { KnownFiles } from '../write/write.js'
import { OperationCache } from './operation-cache.js'

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
    const source = load(spec, count, earlier, root)
    if (source !== earlier) this.forget()
    this.#source = source
    return source
  }

  /** Forgets what was read and made of a document. */
  forget(): void {
    this.operations.clear()
    this.texts = new MemoryPrintCache()
  }

  /** Forgets the document too: the next run is like the first. */
  clear(): void {
    this.forget()
    this.#source = undefined
  }
}
