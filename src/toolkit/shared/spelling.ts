/** Names with as many letters may be two letters away; shorter ones are too alike. */
const LONG = 8

/** Fewer letters name too much: `in`, `id`, `ok`. */
const LEAST = 3

/** The name that a misspelt one is meant to be: in other letter case, in the plural, or one or two letters away. */
export function meantName(
  name: string,
  known: Iterable<string>,
  least = LEAST,
): string | undefined {
  const lower = singular(name)
  const most = name.length < least ? 0 : name.length < LONG ? 1 : 2
  const near = [...known].flatMap((each) => {
    const other = singular(each)
    if (Math.abs(other.length - lower.length) > most) return []
    const steps = editDistance(lower, other)
    return steps > most ? [] : [{ each, steps }]
  })
  return near.sort((a, b) => a.steps - b.steps)[0]?.each
}

/** A word of which the plural differs in more than its last letter, `bodies` and `body`, as one. */
function singular(name: string): string {
  return name.toLowerCase().replace(/ies$/, 'y')
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

/**
 * Letters that are one more, less or other, or exchanged with the next one, from one word to the other (optimal
 * string alignment).
 */
function editDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], [...Array(other.length + 1).keys()]]
  for (let at = 1; at <= one.length; at++) {
    const row = [at]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[at - 1] === other[column - 1]
      const across = (last[column - 1] as number) + (isSame ? 0 : 1)
      const isExchanged = one[at - 1] === other[column - 2] && one[at - 2] === other[column - 1]
      const exchanged = isExchanged ? (before[column - 2] as number) + 1 : Infinity
      const up = (last[column] as number) + 1
      row.push(Math.min(across, exchanged, up, (row[column - 1] as number) + 1))
    }
    ;[before, last] = [last, row]
  }
  return last[other.length] as number
}
