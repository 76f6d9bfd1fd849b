import { table } from '../shared/tools.js'
import type { Result } from './check.js'

const HEAD = ['document', 'operations', 'ms', 'lines', 'warnings', 'result']

/** The table of all documents, and how many of them are as they should be. */
export function resultTable(results: readonly Result[]): string {
  const rows = results.map(({ id, operations, ms, lines, warnings, problems }) => {
    return [id, operations, ms, lines, warnings, verdict(problems)]
  })
  return `${table(HEAD, rows)}\n${summary(results)}`
}

function verdict(problems: readonly string[]): string {
  if (problems.length === 0) return 'ok'
  return problems.length === 1 ? '1 problem' : `${problems.length} problems`
}

function summary(results: readonly Result[]): string {
  const good = results.filter(({ problems }) => problems.length === 0)
  const count = good.reduce((sum, { operations }) => sum + operations, 0)
  const what = 'generate, compile and have one handler for each operation'
  return `${good.length} of ${results.length} documents ${what} (${count} operations)`
}

/** How many problems of one document are told. */
const MOST = 5

/** The first problems of each document. */
export function problemList(results: readonly Result[]): string[] {
  return results.flatMap(({ id, problems }) => {
    const told = problems.slice(0, MOST).map((problem) => `${id}: ${problem}`)
    const more = problems.length - told.length
    return more === 0 ? told : [...told, `${id}: and ${more} more`]
  })
}
