/** Shorter names are too alike, such as `get` and `put`. */
const MIN_LENGTH = 5

/** The name that a misspelt one is meant to be: in other letter case, or one letter away. */
export function meantName(
  name: string,
  known: Iterable<string>,
  least = MIN_LENGTH,
): string | undefined {
  const lower = name.toLowerCase()
  if (name.length < least) return undefined
  return [...known].find((each) => isNear(lower, each.toLowerCase()))
}

/** True if one letter more, less, other or exchanged with the next one makes the names equal. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  const start = [...a].findIndex((letter, at) => letter !== b[at])
  if (start === -1) return true
  const [restA, restB] = [a.slice(start), b.slice(start)]
  const isExchanged = restA[0] === restB[1] && restA[1] === restB[0]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (isExchanged && restA.slice(2) === restB.slice(2))
  )
}
