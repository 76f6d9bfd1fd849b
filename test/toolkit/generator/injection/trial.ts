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
import type { Hostile } from './hostile.js'
import { rewrite } from './rewrite.js'
import { difference, shapeOf } from './shape.js'
import type { Token } from './tokens.js'

/** A document with hostile texts at some of its positions. */
export interface Trial {
  readonly document: unknown
  readonly texts: ReadonlyMap<string, Hostile>
}

/** The outcome. `refused`: the document with neutral texts is accepted, or warned of less. */
export type Outcome =
  | { readonly verdict: 'alike'; readonly files: readonly GeneratedFile[] }
  | { readonly verdict: 'refused' | 'neither' }
  | { readonly verdict: 'faulty'; readonly faults: readonly string[] }

interface Run {
  readonly diagnostics: readonly Diagnostic[]
  readonly files?: readonly GeneratedFile[]
}

const EMPTY = parse('openapi.yaml', '{}')

export function attempt({ document, texts }: Trial): Outcome {
  const hostile = run(rewrite(document, (position) => texts.get(position)?.text))
  const faults = [
    ...faultsOfTexts(hostile.diagnostics),
    ...(hostile.files ?? []).flatMap(faultsOfFile),
  ]
  if (faults.length > 0) return { verdict: 'faulty', faults }
  const neutral = run(rewrite(document, (position) => texts.get(position)?.neutral))
  if (neutral.files === undefined) return { verdict: 'neither' }
  // Names that collide are numbered, and a server's path is left out: that changes nothing else.
  const isHarmless = /( in generated code is | cannot be served; )/
  const warned = ({ diagnostics }: Run) =>
    diagnostics.filter(({ message }) => !isHarmless.test(message)).length
  if (hostile.files === undefined || warned(hostile) > warned(neutral))
    return { verdict: 'refused' }
  const differences = compare(neutral.files, hostile.files)
  return differences.length === 0
    ? { verdict: 'alike', files: hostile.files }
    : { verdict: 'faulty', faults: differences }
}

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

const shapes = new WeakMap<GeneratedFile, Token[]>()

/** The tokens of a file, which are compared more than once. */
function shapeOfFile(file: GeneratedFile): Token[] {
  const shape = shapes.get(file) ?? shapeOf(file.text)
  shapes.set(file, shape)
  return shape
}

function faultsOfFile(file: GeneratedFile): string[] {
  const { name, text } = file
  const faults = [
    ...(/^([\w-]+\/)?[\w-]+\.(ts|json)$/.test(name) ? [] : ['strange name']),
    ...(text.isWellFormed() ? [] : ['the file would be another one on the disk']),
  ]
  try {
    const tokens = name.endsWith('.ts') ? shapeOfFile(file) : []
    if (tokens.some((token) => token.text === 'pwned')) faults.push('code of the document')
  } catch (error) {
    faults.push((error as Error).message)
  }
  return faults.map((fault) => `${name}: ${fault}`)
}

function compare(neutral: readonly GeneratedFile[], hostile: readonly GeneratedFile[]): string[] {
  const names = (files: readonly GeneratedFile[]) => files.map(({ name }) => name).join()
  if (names(neutral) !== names(hostile)) return ['other files']
  return neutral.flatMap((file, at) => {
    const other = hostile[at] as GeneratedFile
    const found = file.name.endsWith('.ts')
      ? difference(shapeOfFile(file), shapeOfFile(other))
      : jsonDifference(JSON.parse(file.text), JSON.parse(other.text))
    return found === undefined ? [] : [`${file.name}:\n${found}`]
  })
}

/** The same members in the same order, whatever they are called. */
function jsonDifference(neutral: unknown, hostile: unknown): string | undefined {
  const [a, b] = [nesting(neutral), nesting(hostile)]
  return a === b ? undefined : `${a.slice(0, 2_000)}\n${b.slice(0, 2_000)}`
}

function nesting(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(nesting).join()}]`
  if (value === null || typeof value !== 'object') return typeof value
  return `{${Object.values(value).map(nesting).join()}}`
}
