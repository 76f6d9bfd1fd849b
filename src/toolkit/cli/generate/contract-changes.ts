import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DocumentError } from '../../generator/diagnostics/problems.js'
import { parse, type Source } from '../../generator/load/source.js'
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

/** The document before it was changed. */
interface Earlier {
  /** `undefined` for a large one. */
  readonly document: Source | undefined
  readonly since: string
  /** The command that says everything, if there is one. */
  readonly command?: string
}

/** Bytes of a document from which a comparison takes longer than the generator. */
const LARGE = 1_000_000

/**
 * What a document changes for clients: since the last commit, or, where it is in none, since it was generated
 * before this began.
 */
export class ContractChanges {
  readonly #options: GenerateCommandOptions
  readonly #generated: string
  readonly #before: string | undefined
  readonly #files = new Set<string>()
  #told = ''

  constructor(options: GenerateCommandOptions) {
    this.#options = options
    this.#generated = path.join(options.out, 'openapi.json')
    this.#before = textOf(this.#generated)
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
    const earlier = this.#earlier()
    if (earlier === undefined) return []
    const { spec, root, ignore, shape } = this.#options
    const { document, since, command } = earlier
    const all = command === undefined ? '' : `; all: ${command}`
    if (document === undefined) return [`${spec}: has changed ${since}${all}`]
    const { compareDocuments } = await import('../../diff/compare.js')
    const reading = { ...(root !== undefined && { root }), ignore }
    const diff = compareDocuments(
      // What was generated has its shape.
      { document, ...reading, ...(command !== undefined && { shape }) },
      { document: spec, ...reading, shape },
    )
    const { countsOf } = await import('../../diff/report/summary.js')
    const { lineOf } = await import('../../diff/report/text.js')
    const [worst] = diff.changes
    if (worst === undefined) return [`${spec}: ${since}: nothing changes for clients`]
    const line = withinWidth(`  ${lineOf(worst)}`, WIDTH)
    return [`${spec}: ${since}: ${countsOf(diff)}${all}`, line]
  }

  #earlier(): Earlier | undefined {
    const { spec, root, shape } = this.#options
    const size = committedSize(spec)
    if (size !== undefined && areCommitted([...this.#files])) return undefined
    const command = commandLine('diff', generateArguments({ spec, root, shape }))
    const committed = { since: 'since the last commit', command }
    if (size !== undefined && size > LARGE) return { ...committed, document: undefined }
    const document = size && orNone(() => committedDocument(spec, LAST_COMMIT, root))
    return document ? { ...committed, document } : this.#generatedBefore()
  }

  #generatedBefore(): Earlier | undefined {
    const before = this.#before
    if (before === undefined || before === textOf(this.#generated)) return undefined
    const since = 'since it was generated before'
    if (before.length > LARGE) return { document: undefined, since }
    const document = orNone(() => parse(this.#generated, before))
    return document && { document, since }
  }
}

const WIDTH = 200

function textOf(file: string): string | undefined {
  return orNone(() => readFileSync(file, 'utf8'))
}

function orNone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** An earlier document may have been wrong. */
function noLines(error: unknown): string[] {
  if (error instanceof DocumentError) return []
  throw error
}
