import { memoize } from '../../openapi/memoize.js'
import { sortedByName } from '../shared/sort-by-name.js'
import type { Declaration } from './declaration.js'
import { NO_TEXTS } from './print-cache.js'

/** The declarations of one file. */
export interface Group<D extends Declaration = Declaration> {
  /** Start of the names in it, in lower case; empty if one file holds everything. */
  readonly prefix: string
  readonly declarations: readonly D[]
}

/** Largest number of lines of a file that people open. */
export const LIMIT = 5000

/**
 * Divides declarations into files of at most `limit` lines by how their names begin: all that begin
 * with `a` are in `a.ts`; where these are too many, those with the most frequent second letter are
 * in `ab.ts`, and so on. So a declaration is found by its name, in the file that begins most like
 * it, and to change, add or remove one changes no other file. In a file the order is the document's.
 */
export function group<D extends Declaration>(
  declarations: readonly D[],
  limit = LIMIT,
): Group<D>[] {
  if (lines(declarations) <= limit) return [{ prefix: '', declarations }]
  const groups = byStart(declarations, 1).flatMap(([start, some]) => divide(some, start, limit))
  return sortedByName(groups, ({ prefix }) => prefix)
}

/** Takes the largest groups out of one that is too large, until it is not. */
function divide<D extends Declaration>(
  declarations: readonly D[],
  prefix: string,
  limit: number,
): Group<D>[] {
  let left = lines(declarations)
  if (left <= limit) return [{ prefix, declarations }]
  const rest = new Set<D>(declarations)
  const groups: Group<D>[] = []
  const longer = byStart(declarations, prefix.length + 1).filter(([start]) => start !== prefix)
  const bySize = longer.map(([start, some]) => ({ start, some, size: lines(some) }))
  bySize.sort((a, b) => b.size - a.size || (a.start < b.start ? -1 : 1))
  for (const { start, some, size } of bySize) {
    if (left <= limit) break
    left -= size
    for (const declaration of some) rest.delete(declaration)
    groups.push(...divide(some, start, limit))
  }
  return rest.size === 0 ? groups : [{ prefix, declarations: [...rest] }, ...groups]
}

/** Declarations by files, and the file of each. */
export interface Division<D extends Declaration> {
  readonly groups: readonly Group<D>[]
  /** The prefix of the group of a name; the same map as long as names are only added. */
  readonly fileOf: ReadonlyMap<string, string>
}

/** The groups of declarations by their positions in a list. */
interface Positions {
  readonly groups: readonly { readonly prefix: string; readonly at: readonly number[] }[]
  readonly fileOf: Map<string, string>
}

/** The earlier map with the new names, if no name of it is gone or elsewhere. */
function grown(before: Map<string, string>, now: Map<string, string>): Map<string, string> {
  for (const [name, prefix] of before) if (now.get(name) !== prefix) return now
  for (const [name, prefix] of now) before.set(name, prefix)
  return before
}

/** {@link group}, computed anew only if names or sizes differ from those of the run before. */
export function divided<D extends Declaration>(
  kind: string,
  declarations: readonly D[],
  limit = LIMIT,
  texts = NO_TEXTS,
): Division<D> {
  const { groups: positions, fileOf } = texts.again<Positions>(
    `groups ${kind}`,
    declarations.map(shapeOf),
    (before) => {
      const groups = group(declarations, limit)
      const positionOf = new Map(declarations.map((declaration, at) => [declaration, at]))
      const fileOf = new Map(
        groups.flatMap(({ prefix, declarations }) =>
          declarations.map(({ name }) => [name, prefix]),
        ),
      )
      return {
        groups: groups.map(({ prefix, declarations }) => ({
          prefix,
          at: declarations.map((declaration) => positionOf.get(declaration) as number),
        })),
        fileOf: before === undefined ? fileOf : grown(before.fileOf, fileOf),
      }
    },
  )
  const groups = positions.map(({ prefix, at }) => ({
    prefix,
    declarations: at.map((position) => declarations[position] as D),
  }))
  return { groups, fileOf }
}

const shapeOf = memoize(
  (declaration: Declaration) => `${declaration.name} ${slugOf(declaration)} ${sizeOf(declaration)}`,
)

function byStart<D extends Declaration>(
  declarations: readonly D[],
  length: number,
): [string, D[]][] {
  return [...groupBy(declarations, (declaration) => slugOf(declaration).slice(0, length))]
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

function lines(declarations: readonly Declaration[]): number {
  return declarations.reduce((sum, declaration) => sum + sizeOf(declaration), 0)
}

/** Number of lines of a declaration. */
export const sizeOf = memoize(
  ({ text, footer = '' }: Declaration) => linesIn(text) + linesIn(footer) - 1,
)

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** A name for file names, independent of what a file system makes of case and of other scripts. */
export const slugOf = memoize(({ name, key = name }: Declaration) =>
  key.toLowerCase().replace(/[^a-z\d]/g, '_'),
)
