import { readFileSync } from 'node:fs'
import path from 'node:path'
import { objectOf } from '../../helpers/rows.js'
import type { Chance } from '../../toolkit/runtime/json/random.js'
import { root } from '../project.js'

/** What the parts of a document may be. */
const RULES = objectOf(
  readFileSync(path.join(root, 'test/extended/documents/grammar.yaml'), 'utf8'),
) as Readonly<Record<string, unknown>>

export interface Grammar {
  readonly random: Chance
  readonly version: string
  /** What is no rule, by its name. */
  readonly terms: Readonly<Record<string, () => unknown>>
  /** Names for members. */
  names(most: number): string[]
  share(kind: string, made: object): object
}

/** What a rule or a term gives. */
export function derive(grammar: Grammar, name: string): unknown {
  const term = grammar.terms[name]
  if (term !== undefined) return term()
  const rule = RULES[`${name}@${grammar.version}`] ?? RULES[name]
  return expanded(grammar, Array.isArray(rule) ? grammar.random.pick(rule) : rule)
}

function expanded(grammar: Grammar, value: unknown): unknown {
  const [, kind, name] = /^\$(?:(\w+)\/)?(\w+)$/.exec(String(value)) ?? []
  if (typeof value === 'string' && name !== undefined) {
    const made = derive(grammar, name)
    return kind === undefined ? made : grammar.share(kind, made as object)
  }
  if (Array.isArray(value)) return value.map((each) => expanded(grammar, each))
  if (typeof value !== 'object' || value === null) return value
  // A member may be named `__proto__`.
  const members: Record<string, unknown> = Object.create(null)
  for (const [key, each] of Object.entries(value)) {
    const [, prefix] = /^\*(\w*-?)$/.exec(key) ?? []
    if (key === 'pick') Object.assign(members, expanded(grammar, grammar.random.pick(each)))
    else if (key.startsWith('+')) Object.assign(members, expanded(grammar, each))
    else if (prefix === undefined) members[key] = expanded(grammar, each)
    else
      for (const own of grammar.names(2))
        members[(prefix && prefix + own.replace(/[^\w-]/g, '')) || own] ??= expanded(grammar, each)
  }
  return members
}
