import type { Model } from '../../model/model.js'
import { fileName, filled } from '../print/layout.js'
import { type GeneratedFile, header, quote } from '../print/print.js'
import { moduleAt, type Target } from '../print/target.js'

/**
 * `late.ts`: the functions that files of `parts/` call in each other. A value needs few of those that
 * its schema leads to, so that a file is loaded when one of its functions is called.
 *
 * @param names - By the files that they stand in.
 */
export function emitLate(
  model: Model,
  target: Target,
  names: ReadonlyMap<string, readonly string[]>,
): GeneratedFile {
  const files = [...names].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const texts = files.map(([prefix, some]) => {
    const load = `() => import(${moduleAt(target, `./parts/${fileName(prefix)}`)})`
    return `export const {\n${filled(some)}\n} = late(${load}, [\n${filled(some.map(quote))}\n])\n`
  })
  const head = `${header(model, target)}import { lateParts } from ${quote(target.runtime)}\n`
  const parts = 'const { late, load } = lateParts()\n\nexport { load }\n'
  return { name: 'late.ts', text: [head, parts, ...texts].join('\n') }
}
