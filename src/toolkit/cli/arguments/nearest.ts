/** The name that a word is most likely meant to be; `undefined` where none is near. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  const near = [...names]
    .map((name) => ({ name, steps: distance(word.toLowerCase(), name) }))
    .filter(({ name, steps }) => steps <= Math.min(2, name.length - 2) || isStart(word, name))
  return near.sort((a, b) => a.steps - b.steps)[0]?.name
}

function isStart(word: string, name: string): boolean {
  return Math.min(word.length, name.length) > 2 && (name.startsWith(word) || word.startsWith(name))
}

/** How many letters are to be put in, taken out or changed (Levenshtein). */
function distance(one: string, other: string): number {
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const row = [at + 1]
    for (let place = 0; place < other.length; place++) {
      const [left, up, across] = [row[place], last[place + 1], last[place]] as [
        number,
        number,
        number,
      ]
      row.push(Math.min(left + 1, up + 1, across + (letter === other[place] ? 0 : 1)))
    }
    last = row
  }
  return last.at(-1) as number
}
