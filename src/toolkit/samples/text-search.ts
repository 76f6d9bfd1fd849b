import { characterClass } from '../regex/alphabet.js'
import { type Random, shuffled } from './draw.js'
import type { Front, TextRule } from './text-rules.js'

/** Beginnings of texts with the same end: what the rules know, and the last of the characters. */
interface TextBeginning {
  readonly fronts: readonly Front[]
  readonly key: string
  readonly before: TextBeginning | undefined
  readonly characters: readonly string[]
}

/** Characters that no rule tells apart. */
export interface Letter {
  readonly characters: readonly string[]
  /** For each rule, its classes that have these characters. */
  readonly members: readonly (readonly boolean[])[]
}

/** Most beginnings that are looked at. */
const MOST_NODES = 5_000
/** Most characters beyond the shortest text. */
const SLACK = 8

export interface Lengths {
  readonly shortest: number
  readonly longest: number
}

/**
 * A short text that keeps all rules; `undefined` if there is none, or none is found. All beginnings of one length are
 * looked at before longer ones. Of those that are too short yet some may do: all of them are looked at if none does.
 */
export function searchText(
  rules: readonly TextRule[],
  letters: readonly Letter[],
  lengths: Lengths,
  random: Random,
): string | undefined {
  const search = (most: number) => searchAmong(most, rules, letters, lengths, random)
  if (lengths.shortest < 2) return search(MOST_NODES)
  return search(Math.ceil(MOST_NODES / 2 / lengths.shortest)) ?? search(MOST_NODES)
}

function searchAmong(
  most: number,
  rules: readonly TextRule[],
  letters: readonly Letter[],
  { shortest, longest }: Lengths,
  random: Random,
): string | undefined {
  const found: TextBeginning[] = []
  const seen = new Set<string>()
  let last = longest
  let level: TextBeginning[] = [
    { fronts: rules.map(({ first }) => first), key: '', before: undefined, characters: [] },
  ]
  for (let length = 0, nodes = 0; level.length > 0 && length <= last; length++) {
    const ends = ({ fronts }: TextBeginning) =>
      rules.every((rule, index) => rule.ends(fronts[index] as Front, length === 0))
    const complete = length < shortest ? [] : level.filter(ends)
    if (found.length === 0 && complete.length > 0) {
      last = Math.min(longest, length + random.below(SLACK + 1))
    }
    found.push(...complete)
    nodes += level.length
    if (nodes > MOST_NODES) break
    level = longer(level, rules, shuffled(letters, random), length === 0)
    if (length + 1 < shortest) level = level.slice(0, most)
    // What has been looked at ends no sooner after more characters, unless these are asked for.
    if (length < shortest || found.length > 0) continue
    level = level.filter(({ key }) => !seen.has(key))
    for (const { key } of level) seen.add(key)
  }
  return found.length === 0 ? undefined : textOf(random.pick(found), random)
}

/** Beginnings with one more character, of which no two have the same ends. */
function longer(
  level: readonly TextBeginning[],
  rules: readonly TextRule[],
  letters: readonly Letter[],
  isStart: boolean,
): TextBeginning[] {
  const nodes = new Map<string, TextBeginning>()
  for (const before of level) {
    for (const { characters, members } of letters) {
      const fronts = rules.flatMap(
        (rule, index) =>
          rule.next(before.fronts[index] as Front, isStart, members[index] as boolean[]) ?? [],
      )
      if (fronts.length < rules.length) continue
      const key = fronts.map((front) => front.key).join(';')
      if (!nodes.has(key)) nodes.set(key, { fronts, key, before, characters })
    }
  }
  return [...nodes.values()]
}

/** The characters of an alphabet by what the rules tell apart. */
export function lettersOf(rules: readonly TextRule[], alphabet: readonly string[]): Letter[] {
  const classes = rules.map((rule) => rule.classes.map((each) => characterClass(each, rule.flags)))
  const byMembers = new Map<string, { characters: string[]; members: boolean[][] }>()
  for (const character of alphabet) {
    const members = classes.map((each) => each.map((one) => one.test(character)))
    const key = members.map((each) => each.map(Number).join('')).join()
    const letter = byMembers.get(key) ?? { characters: [], members }
    byMembers.set(key, letter)
    letter.characters.push(character)
  }
  return [...byMembers.values()]
}

function textOf(node: TextBeginning, random: Random): string {
  const characters: string[] = []
  for (let at: TextBeginning | undefined = node; at?.before !== undefined; at = at.before) {
    characters.push(random.pick(readable(at.characters)))
  }
  return characters.toReversed().join('')
}

/** Small letters, else digits, else all. */
function readable(characters: readonly string[]): readonly string[] {
  const known = [/[a-z]/, /\d/].map((kind) => characters.filter((each) => kind.test(each)))
  return known.find(({ length }) => length > 0) ?? characters
}
