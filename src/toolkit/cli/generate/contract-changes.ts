import { DocumentError } from '../../generator/diagnostics/problems.js'
import { commandLine } from '../arguments/arguments.js'
import type { GenerateCommandOptions } from '../options/generate-arguments.js'
import { generateArguments } from '../options/generate-arguments.js'
import {
  areCommitted,
  committedDocument,
  committedSize,
  LAST_COMMIT,
} from '../project/committed.js'
import { withinWidth } from './output.js'

/** Bytes of a document from which a comparison takes longer than the generator. */
const LARGE = 1_000_000

/** What a document changes for clients since the last commit. */
export class ContractChanges {
  readonly #options: GenerateCommandOptions
  readonly #files = new Set<string>()
  #told = ''

  constructor(options: GenerateCommandOptions) {
    this.#options = options
  }

  /** Call with each file of the document. */
  readonly opened = (file: string): void => {
    this.#files.add(file)
  }

  /** Call after a run; prints two lines, unless they are printed already. */
  async tell(): Promise<void> {
    const text = (await this.#lines().catch(noLines)).join('\n')
    if (text !== this.#told) {
      console.log(text === '' ? `${this.#options.spec}: changes nothing any more` : text)
    }
    this.#told = text
    this.#files.clear()
  }

  async #lines(): Promise<string[]> {
    const { spec, root, ignore, shape } = this.#options
    const size = committedSize(spec)
    if (size === undefined || areCommitted([...this.#files])) return []
    const all = `; all: ${commandLine('diff', generateArguments({ spec, root, shape }))}`
    if (size > LARGE) return [`${spec}: has changed since the last commit${all}`]
    const { compareDocuments } = await import('../../diff/compare.js')
    const reading = { ...(root !== undefined && { root }), ignore, shape }
    const document = committedDocument(spec, LAST_COMMIT, root)
    const diff = compareDocuments({ document, ...reading }, { document: spec, ...reading })
    const { countsOf } = await import('../../diff/report/summary.js')
    const { lineOf } = await import('../../diff/report/text.js')
    const since = `${spec}: since the last commit: `
    const [worst] = diff.changes
    if (worst === undefined) return [`${since}nothing changes for clients`]
    return [`${since}${countsOf(diff)}${all}`, withinWidth(`  ${lineOf(worst)}`, WIDTH)]
  }
}

const WIDTH = 200

/** An earlier document may have been wrong. */
function noLines(error: unknown): string[] {
  if (error instanceof DocumentError) return []
  throw error
}
