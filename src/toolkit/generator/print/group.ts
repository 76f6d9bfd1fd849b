import { memoize } from '../../openapi/memoize.js'
import { ordered } from '../shared/ordered.js'
import { NO_TEXTS } from './print-cache.js'

/** A declaration of generated code: its name, its text, and the names of others that it uses. */
export interface Entry {
  readonly name: string
  /** What its file is chosen by, where that is not its name. */
  readonly key?: string
  readonly text: string
  readonly uses: readonly string[]
  /** What it adds to the end of its file. */
  readonly footer?: string
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
 * with `a` are in `a.ts`; where these are too many, those with the most frequent second letter are
 * in `ab.ts`, and so on. So a declaration is found by its name, in the file that begins most like
 * it, and to change, add or remove one changes no other file. In a file the order is the document's.
 */
export function group<E extends Entry>(entries: readonly E[], limit = LIMIT): Group<E>[] {
  if (lines(entries) <= limit) return [{ prefix: '', entries }]
  const groups = byStart(entries, 1).flatMap(([start, some]) => divide(some, start, limit))
  return ordered(groups, ({ prefix }) => prefix)
}

/** Takes the largest groups out of one that is too large, until it is not. */
function divide<E extends Entry>(entries: readonly E[], prefix: string, limit: number): Group<E>[] {
  let left = lines(entries)
  if (left <= limit) return [{ prefix, entries }]
  const rest = new Set<E>(entries)
  const groups: Group<E>[] = []
  const longer = byStart(entries, prefix.length + 1).filter(([start]) => start !== prefix)
  const bySize = longer.map(([start, some]) => ({ start, some, size: lines(some) }))
  bySize.sort((a, b) => b.size - a.size || (a.start < b.start ? -1 : 1))
  for (const { start, some, size } of bySize) {
    if (left <= limit) break
    left -= size
    for (const entry of some) rest.delete(entry)
    groups.push(...divide(some, start, limit))
  }
  return rest.size === 0 ? groups : [{ prefix, entries: [...rest] }, ...groups]
}

/** The same groups, and which of them a declaration is in. */
export interface Division<E extends Entry> {
  readonly groups: readonly Group<E>[]
  /** The prefix of the group that holds a name; the same map for as long as names only come. */
  readonly fileOf: ReadonlyMap<string, string>
}

/** Which declarations are in which group, by their places in a list. */
interface Places {
  readonly places: readonly { readonly prefix: string; readonly at: readonly number[] }[]
  readonly fileOf: Map<string, string>
}

/** The earlier map, with what is new, where nothing of it is gone or elsewhere. */
function grown(before: Map<string, string>, now: Map<string, string>): Map<string, string> {
  for (const [name, prefix] of before) if (now.get(name) !== prefix) return now
  for (const [name, prefix] of now) before.set(name, prefix)
  return before
}

/** {@link group}, which is asked again only where names or sizes are others than in the run before. */
export function divided<E extends Entry>(
  kind: string,
  entries: readonly E[],
  limit = LIMIT,
  texts = NO_TEXTS,
): Division<E> {
  const { places, fileOf } = texts.again<Places>(
    `groups ${kind}`,
    entries.map(shapeOf),
    (before) => {
      const groups = group(entries, limit)
      const placeOf = new Map(entries.map((entry, at) => [entry, at]))
      const fileOf = new Map(
        groups.flatMap(({ prefix, entries }) => entries.map(({ name }) => [name, prefix])),
      )
      return {
        places: groups.map(({ prefix, entries }) => ({
          prefix,
          at: entries.map((entry) => placeOf.get(entry) as number),
        })),
        fileOf: before === undefined ? fileOf : grown(before.fileOf, fileOf),
      }
    },
  )
  const groups = places.map(({ prefix, at }) => ({
    prefix,
    entries: at.map((place) => entries[place] as E),
  }))
  return { groups, fileOf }
}

const shapeOf = memoize((entry: Entry) => `${entry.name} ${slugOf(entry)} ${sizeOf(entry)}`)

function byStart<E extends Entry>(entries: readonly E[], length: number): [string, E[]][] {
  return [...groupBy(entries, (entry) => slugOf(entry).slice(0, length))]
}

/** The values of an array by a key, in the order of their first ones. */
export function groupBy<V>(values: readonly V[], keyOf: (value: V) => string): Map<string, V[]> {
  const groups = new Map<string, V[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

function lines(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
}

/** The lines of a declaration. */
export const sizeOf = memoize(({ text, footer = '' }: Entry) => linesIn(text) + linesIn(footer) - 1)

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** A name as file names have it, whatever the file system makes of case and of other scripts. */
export const slugOf = memoize(({ name, key = name }: Entry) =>
  key.toLowerCase().replace(/[^a-z\d]/g, '_'),
)
