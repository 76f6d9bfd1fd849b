import type { Schema, SchemaObject } from '../openapi/schema/schema.js'

/** No value satisfies the schema, or none was found. */
export const NOTHING = Symbol('no instance')
/** A value that satisfies a schema, or {@link NOTHING}. */
export type Drawn = unknown | typeof NOTHING

export interface Draw {
  readonly random: Random
  target($ref: string): Schema
  accepts(schema: Schema, value: unknown): boolean
  /** A value that satisfies all of these schemas. */
  value(all: readonly Schema[], depth: number): Drawn
}

/** Deterministic chance: the same seed draws the same values. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, at least 0 and below the limit. */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
}

/** The values of a keyword in several schemas. */
export function keywordValues<Keyword extends keyof SchemaObject>(
  all: readonly SchemaObject[],
  keyword: Keyword,
): NonNullable<SchemaObject[Keyword]>[] {
  return all.flatMap((schema) => (Object.hasOwn(schema, keyword) ? [schema[keyword] as never] : []))
}

/** The largest of the lower bounds, or a fallback. */
export function largest(all: readonly SchemaObject[], keyword: string, fallback: number): number {
  return Math.max(fallback, ...keywordValues(all, keyword).map(Number))
}

/** The smallest of the upper bounds, or a fallback. */
export function smallest(all: readonly SchemaObject[], keyword: string, fallback: number): number {
  return Math.min(fallback, ...keywordValues(all, keyword).map(Number))
}

/** True if UTF-8 can hold all strings and names (RFC 8259, sections 8.1 and 8.2). */
export function isSendable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isSendable(each))
}

/** A random generator with a seed (Mulberry32): small, fast and reproducible; not for secrets. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (values) => values[below(values.length)] as never }
}

export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values]
  return values.map(() => left.splice(random.below(left.length), 1)[0] as T)
}
