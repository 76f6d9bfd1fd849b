import { TestedContract } from '../conformance/document/contract.js'
import type { ModelOptions } from '../generator/document-model.js'
import { onDemand } from '../shared/memoize.js'
import type { ChangePlace } from './change.js'

/** One of two documents that are compared. */
export class ComparedDocument {
  readonly contract: TestedContract

  /**
   * @param document - A file, or what was read of one, or a parsed document whose references stay in it.
   * @throws {DocumentError} with every problem of the document.
   */
  constructor(document: string | object, options: ModelOptions) {
    this.contract = new TestedContract(document, options)
  }

  /**
   * The place of a pointer, which begins with the name of its file if that is not the first one. The line is
   * looked for when it is asked for: most places are never shown.
   */
  place(pointer: string): ChangePlace {
    const at = onDemand(() => this.contract.locate(pointer))
    return {
      get at() {
        return at()
      },
      pointer: pointer.slice(Math.max(pointer.indexOf('#'), 0)),
    }
  }
}
