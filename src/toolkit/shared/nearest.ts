import { editDistance } from './edit-distance.js'

/** The name that a misspelt one most likely means, in any case of its letters; `undefined` if none is similar. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  const near = [...names]
    .map((name) => ({ name, steps: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(1, Math.floor(name.length / 4)))
  return near.toSorted((a, b) => a.steps - b.steps)[0]?.name
}
