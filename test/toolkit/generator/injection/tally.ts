/* c8 ignore start -- half of this is reached only when a document gets through */
import {
  type Diagnostic,
  DocumentError,
  formatDiagnostics,
} from '#toolkit/generator/diagnostics/problems.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { GeneratedFile } from '#toolkit/generator/print/print.js'
import { withValue } from '../../../helpers/source.js'
import { rewrite } from './rewrite.js'
import { tokenize } from './tokens.js'

/** A document with hostile texts at some of its positions. */
export interface Trial {
  readonly document: unknown
  readonly texts: ReadonlyMap<string, string>
}

/** The outcome of many trials. */
export interface Tally {
  /** With the texts that led to them. */
  readonly faults: readonly string[]
  readonly verdicts: { readonly accepted: number; readonly refused: number }
  /** The files of each document that was accepted. */
  readonly accepted: readonly (readonly GeneratedFile[])[]
}

export function tally(trials: readonly Trial[]): Tally {
  const faults: string[] = []
  const accepted: (readonly GeneratedFile[])[] = []
  for (const { document, texts } of trials) {
    const { diagnostics, files } = run(rewrite(document, (position) => texts.get(position)))
    const found = [...faultsOfTexts(diagnostics), ...(files ?? []).flatMap(faultsOfFile)]
    const [[position, text] = ['', '']] = [...texts]
    const where = `${texts.size} texts, first ${JSON.stringify(text)} at ${position}`
    faults.push(...found.map((fault) => `${where}: ${fault}`))
    if (files) accepted.push(files)
  }
  const verdicts = { accepted: accepted.length, refused: trials.length - accepted.length }
  return { faults, verdicts, accepted }
}

interface Run {
  readonly diagnostics: readonly Diagnostic[]
  readonly files?: readonly GeneratedFile[]
}

const EMPTY = parse('openapi.yaml', '{}')

function run(value: unknown): Run {
  const source = withValue(EMPTY, value)
  try {
    const { files, warnings } = generateFrom(source, {
      ignore: ['repeated-parameter', 'unresolved-reference'],
    })
    return { diagnostics: warnings, files }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { diagnostics: error.diagnostics }
  }
}

/** The terminal gets one line for each problem, and nothing that is not for reading. */
function faultsOfTexts(diagnostics: readonly Diagnostic[]): string[] {
  if (diagnostics.length === 0) return []
  const lines = formatDiagnostics(diagnostics).split('\n')
  const strange = lines.filter((line) => /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(line))
  return [
    ...(lines.length === diagnostics.length ? [] : ['a problem takes more than a line']),
    ...strange.map((line) => `on the terminal: ${JSON.stringify(line)}`),
  ]
}

function faultsOfFile({ name, text }: GeneratedFile): string[] {
  const faults = [
    ...(/^([\w-]+\/)?[\w-]+\.(ts|json)$/.test(name) ? [] : ['strange name']),
    ...(text.isWellFormed() ? [] : ['the file would be another one on the disk']),
  ]
  try {
    const tokens = name.endsWith('.ts') ? tokenize(text) : []
    if (tokens.some(({ kind, text }) => kind === 'name' && text === 'pwned'))
      faults.push('code of the document')
  } catch (error) {
    faults.push((error as Error).message)
  }
  return faults.map((fault) => `${name}: ${fault}`)
}
