import { TestedContract } from '../conformance/document/contract.js'
import type { DocumentFile } from '../generator/diagnostics/problems.js'
import type { ModelOptions } from '../generator/document-model.js'
import { onDemand } from '../shared/memoize.js'
import type { ChangePlace } from './change.js'

/** One of two documents that are compared. */
export class ComparedDocument {
  readonly contract: TestedContract
  readonly #files: ReadonlyMap<string, DocumentFile>

  /**
   * @param document - A file, or what was read of one, or a parsed document whose references stay in it.
   * @throws {DocumentError} with every problem of the document.
   */
  constructor(document: string | object, options: ModelOptions) {
    this.contract = new TestedContract(document, options)
    const { schemas, operations } = this.contract.model
    const sources = [...schemas, ...operations].map(({ origin }) => origin.source)
    this.#files = new Map(sources.map((source) => [source.prefix, source]))
  }

  /**
   * The place of a pointer, which begins with the name of its file if that is not the first one. The line is
   * looked for when it is asked for: most places are never shown.
   */
  place(pointer: string): ChangePlace {
    const start = Math.max(pointer.indexOf('#'), 0)
    const source = start === 0 ? undefined : this.#files.get(pointer.slice(0, start))
    const at = onDemand(() => {
      if (source === undefined) return this.contract.locate(pointer)
      const { line, column } = source.locate(pointer.slice(start))
      return `${source.name}:${line}:${column}`
    })
    return {
      get at() {
        return at()
      },
      pointer: source === undefined ? pointer : pointer.slice(start),
    }
  }
}
