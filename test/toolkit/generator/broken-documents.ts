import { readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import type { Test } from 'tap'
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

const read = (name: string) =>
  readFileSync(path.join(ROOT, `test/fixtures/documents/${name}.yaml`), 'utf8')

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

/** A document with one or two values of other types. */
function withOtherValues(text: string, random: Chance): string {
  const value = load(text)
  for (let times = 1 + random.below(2); times > 0; times--) breakValue(value, random)
  return JSON.stringify(value, null, 1)
}

/** Lines about a document, and whether it was refused. */
interface Told {
  readonly lines: readonly string[]
  readonly isRefused: boolean
}

/** What is told of a document with one fault, for each of some faults: an edit of its text, or other values. */
function toldOfFaults(name: string, faults: number): Told[] {
  const text = read(name)
  return Array.from({ length: faults }, (_, seed) => seed).flatMap((seed) => [
    told('a.yaml', brokenText(text, chance(seed))),
    told('a.json', withOtherValues(text, chance(seed))),
  ])
}

/** @throws what is no problem of the document. */
function told(name: string, text: string): Told {
  try {
    const warnings = formatDiagnostics(generateFrom(parse(name, text)).warnings)
    return { lines: warnings.split('\n').filter(Boolean), isRefused: false }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { lines: error.message.split('\n'), isRefused: true }
  }
}

/** The place of a problem, what is wrong, and what to do. */
const LINE = /^a\.(yaml|json):\d+:\d+ #\S* .+; .+$/

/** Checks that each problem of a faulty document is one line with its place and what to do. */
export function checkFaults(t: Test, name: string, faults: number): void {
  const all = toldOfFaults(name, faults)
  const found = all.flatMap(({ lines }) => lines).filter((line) => !LINE.test(line))
  t.same(found, [])
  const refused = all.filter(({ isRefused }) => isRefused)
  t.ok(refused.length > 0 && refused.length < all.length, 'faults of both kinds')
  t.ok(refused.every(({ lines }) => lines.some((line) => !/ warning: /.test(line))))
}
