/** A declaration of generated code: its name, its text, and the names of others that it uses. */
export interface Entry {
  readonly name: string
  readonly text: string
  readonly uses: readonly string[]
}

/** What goes into one file. */
export interface Group<E extends Entry = Entry> {
  /** How the names in it begin, in lower case; empty when one file holds everything. */
  readonly prefix: string
  readonly entries: readonly E[]
}

/** More lines than this are no file that one likes to open. */
export const LIMIT = 5000

/**
 * Divides declarations into files of at most `limit` lines by how their names begin: all that begin
 * with `a` are in `a.ts`, and where these are too many, `ab.ts` and `ac.ts` stand in its place. So
 * a declaration is found by its name, and to change, add or remove one changes no other file. In a
 * file the order is the document's.
 */
export function group<E extends Entry>(entries: readonly E[], limit = LIMIT): Group<E>[] {
  return lines(entries) <= limit ? [{ prefix: '', entries }] : divide(entries, '', limit)
}

function divide<E extends Entry>(entries: readonly E[], prefix: string, limit: number): Group<E>[] {
  const byStart = groupBy(entries, ({ name }) => slug(name).slice(0, prefix.length + 1))
  return [...byStart]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([start, group]) =>
      start === prefix || lines(group) <= limit
        ? [{ prefix: start, entries: group }]
        : divide(group, start, limit),
    )
}

function lines(entries: readonly Entry[]): number {
  return entries.reduce((sum, { text }) => sum + text.split('\n').length, 0)
}

/** A name as file names have it, whatever the file system makes of case and of other scripts. */
function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '_')
}

/** The values of an array by a key, in the order of their first ones. */
export function groupBy<V>(values: readonly V[], keyOf: (value: V) => string): Map<string, V[]> {
  const groups = new Map<string, V[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}
