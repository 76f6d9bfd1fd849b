import { readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { ROOT } from '../../helpers/tsc.js'
import { breakValue } from '../runtime/json/break-value.js'
import { type Chance, chance } from '../runtime/json/random.js'

/** Documents that are generated from quickly, so that `npm test` breaks them. */
export const SMALL = ['shapes', 'swagger', 'views']
/** Documents that `test/extended/broken.check.ts` breaks. */
export const LARGE = ['corners', 'types', 'wide', 'zoo']

/** Number of faults that each document gets. */
const TEXTS = 25
const VALUES = 40

const read = (name: string) =>
  readFileSync(path.join(ROOT, `test/fixtures/documents/${name}.yaml`), 'utf8')

/** Diagnostics of a document, rejected or not. */
function told(name: string, text: string): string {
  try {
    return formatDiagnostics(generateFrom(parse(name, text)).warnings)
  } catch (error) {
    if (error instanceof DocumentError) return `refused\n${error.message}`
    throw error
  }
}

/** The same without the diagnostics of the document without the fault. */
function toldMore(name: string, text: string, before: ReadonlySet<string>): string {
  const lines = told(name, text).split('\n')
  return lines.filter((line) => !before.has(withoutPlace(line))).join('\n')
}

/** Diagnostics without lines, which an edit moves. */
function withoutPlace(line: string): string {
  return line.replace(/^a\.\w+:\d+:\d+ /, '')
}

function toldBefore(text: string): ReadonlySet<string> {
  return new Set(told('a.yaml', text).split('\n').map(withoutPlace))
}

const SIGNS = [...':{}[],\'"\t#&*!|>%@\0-? \n', ': ', '- ', '{{', '<<: *a', '&a ', '---\n', '\\']

/** A text with an additional or a missing character. */
function brokenText(text: string, { below, pick }: Chance): string {
  const at = below(text.length)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const end = after.indexOf('\n') + 1
  return pick([
    () => before + pick(SIGNS) + after,
    () => before + pick(SIGNS) + after,
    () => before + after.slice(1),
    () => before + after.slice(end),
    () => before + after.slice(0, end) + after,
  ])()
}

/** Problems of a document after each of some edits of its text. */
function afterEdits(name: string): string {
  const text = read(name)
  const before = toldBefore(text)
  const lines = Array.from({ length: TEXTS }, (_, seed) => {
    return `${seed}: ${toldMore('a.yaml', brokenText(text, chance(seed)), before)}\n`
  })
  return lines.join('')
}

/** Problems of a document with some other values. */
function withOtherValues(name: string): string {
  const text = read(name)
  const before = toldBefore(text)
  const lines = Array.from({ length: VALUES }, (_, seed) => {
    const random = chance(seed)
    const value = load(text)
    for (let times = 1 + random.below(2); times > 0; times--) breakValue(value, random)
    return `${seed}: ${toldMore('a.json', JSON.stringify(value, null, 1), before)}\n`
  })
  return lines.join('')
}

/** The names of the golden files of a document. */
export function goldenNames(name: string): [text: string, values: string] {
  return [`${name}-text.txt`, `${name}-values.txt`]
}

/** The diagnostics of documents that have been broken, by the names of their golden files. */
export function brokenDiagnostics(names: readonly string[]): Record<string, string> {
  const texts = names.flatMap((name) => {
    const [text, values] = goldenNames(name)
    return [
      [text, afterEdits(name)],
      [values, withOtherValues(name)],
    ]
  })
  return Object.fromEntries(texts)
}
