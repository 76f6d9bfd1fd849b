import { HOSTILE } from '../../toolkit/generator/injection/hostile.js'
import type { Chance } from '../../toolkit/runtime/json/random.js'

const PLAIN = ['id', 'name', 'tag', 'a', 'b', 'limit', 'X-Rate', 'created_at', 'kebab-name', 'item']

/** Names that mean something to JavaScript, to TypeScript, to JSON Schema, or to us. */
const TAKEN = [
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'prototype', 'then', 'length'],
  ...['default', 'class', 'await', 'import', 'never', 'string', 'Record', 'Promise', 'undefined'],
  ...['type', '$ref', 'properties', 'contract', 'Handlers', 'operations', 'body', 'status'],
  ...['', ' ', '1', '-1', '1e3', 'a.b', 'a/b', 'a~b', 'ä', '💚', 'é', 'É'],
  ...['e\u0301', '名前', 'a\tb'],
]

/** A name: mostly an ordinary one. */
export function name({ below, pick }: Chance): string {
  const kind = below(12)
  if (kind === 0) return pick(HOSTILE).text
  return kind < 4 ? pick(TAKEN) : pick(PLAIN)
}

export function names(random: Chance, most: number): string[] {
  return [...new Set(Array.from({ length: random.below(most + 1) }, () => name(random)))]
}

/** A text for people, now and then one that tries to be more. */
export function prose({ below, pick }: Chance): string {
  return below(4) === 0 ? pick(HOSTILE).text : 'What it is.'
}
