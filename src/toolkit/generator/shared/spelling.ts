import { editDistance } from '../../shared/edit-distance.js'

/** Names with as many letters may be two letters away; shorter ones are too alike. */
const LONG = 8

/** Fewer letters name too much: `in`, `id`, `ok`. */
const LEAST = 3

/** The name that a misspelt one is meant to be: in other letter case, or one or two letters away. */
export function meantName(
  name: string,
  known: Iterable<string>,
  least = LEAST,
): string | undefined {
  const lower = name.toLowerCase()
  if (name.length < least) return undefined
  const most = name.length < LONG ? 1 : 2
  const near = [...known].flatMap((each) => {
    if (Math.abs(each.length - name.length) > most) return []
    const steps = editDistance(lower, each.toLowerCase())
    return steps > most ? [] : [{ each, steps }]
  })
  return near.sort((a, b) => a.steps - b.steps)[0]?.each
}

/** The advice for a name that refers to one of others: the one that is meant, or else something else. */
export function didYouMean(name: string, known: Iterable<string>, otherwise: string): string {
  const meant = meantName(name, known)
  if (meant === undefined) return otherwise
  return `did you mean \`${meant}\`? Or ${otherwise}`
}

/** `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  if (names.length < 2) return names.join()
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
