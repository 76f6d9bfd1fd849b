/** A short text that comes many times, one after the other. */
export interface Run {
  readonly unit: string
  readonly times: number
}

/** A unit that comes a hundred times; `yes` would take one that begins with `-` as an option. */
const RUN = /(?!-)([\x20-\x7e]{1,16}?)\1{99}/g

/** The text, cut where a short part of it comes many times, one after the other. */
export function runsOf(text: string): (string | Run)[] {
  const parts: (string | Run)[] = []
  let end = 0
  for (const { index, 0: match, 1: unit = '' } of text.matchAll(RUN)) {
    if (index < end) continue
    let last = index + match.length
    while (text.startsWith(unit, last)) last += unit.length
    parts.push(text.slice(end, index), { unit, times: (last - index) / unit.length })
    end = last
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}
