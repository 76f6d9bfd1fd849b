import { table } from '../shared/tools.js'
import type { CorpusResult } from './check.js'

const HEAD = ['document', 'operations', 'ms', 'lines', 'warnings', 'result']

/** The table of all documents, and the number without problems. */
export function resultTable(results: readonly CorpusResult[]): string {
  const rows = results.map(({ id, operations, ms, lines, warnings, problems }) => {
    return [id, operations, ms, lines, warnings, verdict(problems)]
  })
  return `${table(HEAD, rows)}\n${summary(results)}`
}

function verdict(problems: readonly string[]): string {
  if (problems.length === 0) return 'ok'
  return problems.length === 1 ? '1 problem' : `${problems.length} problems`
}

function summary(results: readonly CorpusResult[]): string {
  const good = results.filter(({ problems }) => problems.length === 0)
  const count = good.reduce((sum, { operations }) => sum + operations, 0)
  const what = 'generate, compile and have one handler for each operation'
  return `${good.length} of ${results.length} documents ${what} (${count} operations)`
}

/** Most printed problems of one document. */
const MAX_PROBLEMS = 5

/** The first problems of each document. */
export function problemList(results: readonly CorpusResult[]): string[] {
  return results.flatMap(({ id, problems }) => {
    const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => `${id}: ${problem}`)
    const more = problems.length - shown.length
    return more === 0 ? shown : [...shown, `${id}: and ${more} more`]
  })
}
