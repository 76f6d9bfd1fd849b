import { alternatives } from '../shared/spelling.js'

/** Names that `ignore` may have: features without which a document is generated all the same. */
export const FEATURES: readonly string[] = [
  'dialect',
  'misspelt-keyword',
  'part-header',
  'pattern',
  'remote-reference',
  'repeated-parameter',
  'unresolved-reference',
]

/** Error in the names for `--ignore`, in one line; `undefined` if there is none. */
export function refuseFeatures(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !FEATURES.includes(name))
  if (unknown === undefined) return undefined
  return `--ignore ${unknown}: there is no such feature; use ${alternatives(FEATURES)}`
}
