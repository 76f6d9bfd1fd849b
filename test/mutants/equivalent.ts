import type { Mutant } from './mutants.js'

/**
 * Mutants that no test can notice, by the reason. Each is named by the file, the operator and the
 * line of the compiled program, as a run prints it.
 */
const REASONS: Record<string, readonly string[]> = {}

/** How the list names a mutant. */
export function nameOf({ source, operator, line }: Mutant): string {
  return `${source} ${operator}: ${line}`
}

const reasons = new Map(
  Object.entries(REASONS).flatMap(([why, names]) => names.map((name) => [name, why] as const)),
)

/** Whether there is a reason why no test notices the mutant. */
export function isEquivalent(mutant: Mutant): boolean {
  return reasons.has(nameOf(mutant))
}

/** What the list names and is no more. */
export function staleNames(mutants: readonly Mutant[]): string[] {
  const names = new Set(mutants.map(nameOf))
  return [...reasons.keys()].filter((name) => !names.has(name))
}
