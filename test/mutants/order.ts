import path from 'node:path'
import type { Mutant } from './mutants.js'
import type { TestFile } from './reach.js'

/** Number of the nearest tests that come before those that look at much. */
const NEAREST = 4

/** Tests of many documents, which look at much of what they reach, the likeliest first. */
export const WIDE = [
  'toolkit/generator/golden',
  'toolkit/generator/validators/keywords',
  'toolkit/generator/references',
  'toolkit/generator/repairs',
  'toolkit/generator/diagnostics',
  'toolkit/generator/random-golden',
  'toolkit/generator/conversions/functions',
  'toolkit/generator/discriminators',
  'corpus/corpus',
]

/** The same of the runtime, which the others load and do not call. */
export const WIDE_IN_RUNTIME = [
  'toolkit/runtime/exchanges',
  'toolkit/runtime/wrong-answers',
  'plugin/wire',
]

/** The same of the conformance kit: what a whole run sends and says, and faulty services. */
export const WIDE_IN_KIT = [
  'toolkit/conformance/transcript/transcript',
  'toolkit/conformance/state/state',
]

/**
 * The tests that reach what a mutant changes, in the order in which they are likely to notice it soon:
 * the nearest, those that look at much, and the others.
 */
export function inOrder(
  tests: readonly TestFile[],
  { file, source }: Pick<Mutant, 'file' | 'source'>,
): string[] {
  const costs = tests.flatMap(({ test, steps }) => {
    const count = steps.get(file)
    if (count === undefined) return []
    // A test that reaches much takes long, and looks at much else.
    return { test, cost: (2 ** count * steps.size) / 8 ** nearness(test, source) }
  })
  const inTurn = costs.sort((a, b) => a.cost - b.cost).map(({ test }) => test)
  const wide = wideTestsOf(source)
    .map((name) => `dist/test/${name}.test.js`)
    .filter((test) => inTurn.includes(test))
  return [...new Set([...inTurn.slice(0, NEAREST), ...wide, ...inTurn])]
}

function wideTestsOf(source: string): readonly string[] {
  if (source.startsWith('src/toolkit/runtime/')) return WIDE_IN_RUNTIME
  return source.startsWith('src/toolkit/conformance/') ? WIDE_IN_KIT : WIDE
}

/** What is in the path of each test, or in none. */
const NO_WORDS = new Set(['dist', 'test', 'js', 'ts', 'src'])

/** A test of the same name is as near as one that has so many more words in common. */
const SAME_NAME = 2

/** Number of words that `src/toolkit/regex/flags.ts` and `dist/test/toolkit/regex/flags.test.js` share. */
function nearness(test: string, source: string): number {
  const there = wordsOf(test)
  const shared = wordsOf(source).filter((word) => there.includes(word)).length
  return shared + (nameOf(test) === nameOf(source) ? SAME_NAME : 0)
}

/** The words of a path, each of them once. */
function wordsOf(file: string): string[] {
  return [...new Set(file.split(/\W/))].filter((word) => !NO_WORDS.has(word))
}

/** The name of a file without its extensions. */
function nameOf(file: string): string {
  return path.basename(file).replace(/\..*/, '')
}
