import { UNSUPPORTED } from './schemas/keyword-types.js'

/** The features that a document can be generated without, by the name that a diagnostic tells. */
export const FEATURES: readonly string[] = ['dialect', 'remote-reference', ...UNSUPPORTED]

/** What is wrong with names for `--ignore`, in one line; `undefined` where nothing is. */
export function refuseFeatures(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !FEATURES.includes(name))
  if (unknown === undefined) return undefined
  return `--ignore ${unknown}: there is no such feature; use ${alternatives(FEATURES)}`
}

/** `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
