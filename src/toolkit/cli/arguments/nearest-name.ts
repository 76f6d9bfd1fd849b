/** The name that a misspelt word most likely means; `undefined` if none is similar. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const near = [...names]
    .map((name) => ({ name, steps: editDistance(word.toLowerCase(), name) }))
    .filter(({ name, steps }) => steps <= Math.min(2, name.length - 2) || isPrefix(word, name))
  return near.sort((a, b) => a.steps - b.steps)[0]?.name
}

function isPrefix(word: string, name: string): boolean {
  return Math.min(word.length, name.length) > 2 && (name.startsWith(word) || word.startsWith(name))
}

/** The Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const row = [at + 1]
    for (let column = 0; column < other.length; column++) {
      const [left, up, across] = [row[column], last[column + 1], last[column]] as [
        number,
        number,
        number,
      ]
      row.push(Math.min(left + 1, up + 1, across + (letter === other[column] ? 0 : 1)))
    }
    last = row
  }
  return last.at(-1) as number
}
