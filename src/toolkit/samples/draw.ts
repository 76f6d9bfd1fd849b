import type { Rules, RulesObject } from '../openapi/shared-schema.js'

/** No value satisfies the schema, or none was found. */
export const NOTHING = Symbol('no instance')
export type Drawn = unknown | typeof NOTHING

/** Context for drawing a value. */
export interface Draw {
  readonly random: Random
  target($ref: string): Rules
  /** True if a schema accepts a value. */
  accepts(rules: Rules, value: unknown): boolean
  /** A value that satisfies all of these schemas. */
  value(all: readonly Rules[], depth: number): Drawn
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
export function keywordValues<T>(all: readonly RulesObject[], keyword: string): T[] {
  return all.flatMap((rules) => (Object.hasOwn(rules, keyword) ? [rules[keyword] as T] : []))
}

/** The largest of the lower bounds, or a fallback. */
export function largest(all: readonly RulesObject[], keyword: string, fallback: number): number {
  return Math.max(fallback, ...keywordValues<number | bigint>(all, keyword).map(Number))
}

/** The smallest of the upper bounds, or a fallback. */
export function smallest(all: readonly RulesObject[], keyword: string, fallback: number): number {
  return Math.min(fallback, ...keywordValues<number | bigint>(all, keyword).map(Number))
}
