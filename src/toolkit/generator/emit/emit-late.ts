import type { Model } from '../model/model.js'
import { fileName, filled } from '../print/layout.js'
import { type GeneratedFile, header, quote } from '../print/print.js'
import { moduleAt, type Target } from '../print/target.js'
import { sortedByName } from '../shared/sort-by-name.js'

/**
 * `late.ts`: what files of `parts/` have from each other, functions that they call, and places. A value
 * needs few of those that its schema leads to, so that a file is loaded when one of them is asked for;
 * it imports none of the others, so that a load that fails can be tried again.
 *
 * @param names - By the files that they stand in.
 * @param isPlaces - Whether it is places; else a function.
 */
export function emitLate(
  model: Model,
  target: Target,
  names: ReadonlyMap<string, readonly string[]>,
  isPlaces: (name: string) => boolean,
): GeneratedFile {
  const files = sortedByName(names, ([name]) => name)
  const kinds = [
    ['late', (name: string) => !isPlaces(name)],
    ['latePlaces', isPlaces],
  ] as const
  const texts = files.flatMap(([prefix, some]) =>
    kinds.map(([helper, isIt]) => declaration(helper, prefix, some.filter(isIt), target)),
  )
  const helpers = kinds.flatMap(([helper]) =>
    texts.some((text) => text.includes(` = ${helper}(`)) ? [helper] : [],
  )
  const head = `${header(model, target)}import { lateParts } from ${quote(target.runtime)}\n`
  const parts = `const { ${[...helpers, 'load'].join(', ')} } = lateParts()\n\nexport { load }\n`
  return { name: 'late.ts', text: [head, parts, ...texts.filter((text) => text !== '')].join('\n') }
}

function declaration(
  helper: string,
  prefix: string,
  names: readonly string[],
  target: Target,
): string {
  if (names.length === 0) return ''
  const load = `() => import(${moduleAt(target, `./parts/${fileName(prefix)}`)})`
  return `export const {\n${filled(names)}\n} = ${helper}(${load}, [\n${filled(names.map(quote))}\n])\n`
}
