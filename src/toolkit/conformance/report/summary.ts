import { plural } from '../../shared/plural.js'
import type { Report } from './report.js'
import type { ReportedViolation } from './reported-violation.js'

/** Fewer violations need no summary. */
const LEAST = 4
/** Most operations that a line names. */
const NAMED = 3

/** What many violations have in common, as the head of a report. */
export function summaryText({
  violations,
  coverage,
}: Pick<Report, 'violations' | 'coverage'>): string[] {
  const [first] = violations
  if (first === undefined || violations.length < LEAST) return []
  const titles = [...new Set(violations.map(({ title }) => title))]
  const lines = titles.map((title) => {
    const all = violations.filter((each) => each.title === title)
    return `  ${String(all.length).padStart(4)}  ${title}: ${operationsOf(all)}`
  })
  const operations = new Set(violations.flatMap(({ operationId }) => operationId || []))
  const where = `${operations.size} of ${plural(coverage.length, 'operation')}`
  return [
    [
      `${plural(violations.length, 'violation')} in ${where}:`,
      ...lines,
      `Begin with the first: ${first.what}.`,
    ].join('\n'),
  ]
}

function operationsOf(all: readonly ReportedViolation[]): string {
  const names = [...new Set(all.map(({ operation }) => operation || 'no operation'))]
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
