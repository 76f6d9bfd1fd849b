import { TestedContract } from '../conformance/document/contract.js'
import type { DocumentFile } from '../generator/diagnostics/problems.js'
import type { ModelOptions } from '../generator/document-model.js'
import type { ChangePlace } from './change.js'

/** One of two documents that are compared. */
export class ComparedDocument {
  readonly contract: TestedContract
  readonly #files: ReadonlyMap<string, DocumentFile>

  /**
   * @param document - A file, or a parsed document whose references stay in it.
   * @throws {DocumentError} with every problem of the document.
   */
  constructor(document: string | object, options: ModelOptions) {
    this.contract = new TestedContract(document, options)
    const { schemas, operations } = this.contract.model
    const sources = [...schemas, ...operations].map(({ origin }) => origin.source)
    this.#files = new Map(sources.map((source) => [source.prefix, source]))
  }

  /** The place of a pointer, which begins with the name of its file if that is not the first one. */
  place(pointer: string): ChangePlace {
    const start = Math.max(pointer.indexOf('#'), 0)
    const source = this.#files.get(pointer.slice(0, start))
    if (start === 0 || source === undefined) return { at: this.contract.locate(pointer), pointer }
    const { line, column } = source.locate(pointer.slice(start))
    return { at: `${source.name}:${line}:${column}`, pointer: pointer.slice(start) }
  }
}
