import { flagsOf } from '../../../regex/syntax.js'

/** Names that the same patterns match, and the pattern of just these names. */
export interface NameClass {
  readonly patterns: readonly string[]
  readonly source: string
}

/** Most patterns of which each combination is a class; of more, each pattern is one. */
const MAX_PATTERNS = 6

/** Classes of all names that a pattern matches, without these names. */
export function nameClasses(patterns: readonly string[], names: readonly string[]): NameClass[] {
  const combined =
    patterns.length > MAX_PATTERNS ? patterns.map((each) => [each]) : subsets(patterns)
  return combined.map((all) => {
    const others =
      patterns.length > MAX_PATTERNS ? [] : patterns.filter((each) => !all.includes(each))
    const except = names.filter((name) => all.every((pattern) => matches(pattern, name)))
    return { patterns: all, source: sourceOf(all, others, except) }
  })
}

function subsets(patterns: readonly string[]): string[][] {
  const all: string[][] = [[]]
  for (const pattern of patterns) all.push(...all.map((each) => [...each, pattern]))
  return all.slice(1)
}

function matches(pattern: string, name: string): boolean {
  return new RegExp(pattern, flagsOf(pattern)).test(name)
}

/** A pattern of the names that all patterns match, and none of the others. */
function sourceOf(
  all: readonly string[],
  others: readonly string[],
  except: readonly string[],
): string {
  const [only] = all
  if (only !== undefined && all.length + others.length + except.length === 1) return only
  const inside = (pattern: string) => `[\\s\\S]*?(?:${pattern})`
  return [
    '^',
    ...all.map((pattern) => `(?=${inside(pattern)})`),
    ...others.map((pattern) => `(?!${inside(pattern)})`),
    ...except.map((name) => `(?!${escaped(name)}$)`),
  ].join('')
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
