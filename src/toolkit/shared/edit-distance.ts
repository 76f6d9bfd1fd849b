/**
 * Letters that are one more, less or other, or exchanged with the next one, from one word to the other (optimal
 * string alignment).
 */
export function editDistance(one: string, other: string): number {
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
