import type { SchemaObject } from '../openapi/schema/schema.js'
import { keywordValues, type Random } from './draw.js'
import { FORMAT_PATTERNS } from './format-patterns.js'
import { ALPHABETS } from './patterns.js'
import { TextRule } from './text-rules.js'
import { type Lengths, type Letter, lettersOf, searchText } from './text-search.js'

/** Rules that are searched with, and the letters of each alphabet. */
interface TextSearch {
  readonly rules: readonly TextRule[]
  readonly alphabets: readonly (readonly Letter[])[]
  /** The lengths for which there is no text. */
  readonly hopeless: Set<string>
}

const known = new Map<string, TextSearch>()

/** A text that matches the patterns and formats of all schemas, if there are some, and one is found. */
export function* searched(
  all: readonly SchemaObject[],
  lengths: Lengths,
  random: Random,
): Generator<string> {
  const formats = keywordValues(all, 'format').flatMap((name) => FORMAT_PATTERNS[name] ?? [])
  const patterns = [...new Set([...keywordValues(all, 'pattern'), ...formats])]
  if (patterns.length === 0) return
  const name = JSON.stringify(patterns)
  const search = known.get(name) ?? searchFor(patterns)
  known.set(name, search)
  const { rules, alphabets, hopeless } = search
  const key = `${lengths.shortest} ${lengths.longest}`
  if (hopeless.has(key)) return
  for (const letters of alphabets) {
    const text = searchText(rules, letters, lengths, random)
    if (text !== undefined) return yield text
  }
  hopeless.add(key)
}

function searchFor(patterns: readonly string[]): TextSearch {
  const rules = patterns.flatMap(TextRule.of)
  const [, printable = [], others = []] = ALPHABETS
  const units = others.filter(({ length }) => length === 1)
  const alphabets = [printable, [...printable, ...units]].map((each) => lettersOf(rules, each))
  return { rules, alphabets, hopeless: new Set() }
}
