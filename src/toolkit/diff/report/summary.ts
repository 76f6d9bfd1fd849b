import { plural } from '../../shared/plural.js'
import type { Severity } from '../change.js'
import type { DocumentDiff } from '../compare.js'

/** Number of changes of a severity. */
export function countOf({ changes }: DocumentDiff, severity: Severity): number {
  return changes.filter((each) => each.severity === severity).length
}

/** How many changes there are of each severity. */
export function countsOf(diff: DocumentDiff): string {
  const [breaking, undecided] = [countOf(diff, 'breaking'), countOf(diff, 'undecided')]
  return `${breaking} breaking, ${undecided} undecided, ${plural(countOf(diff, 'notice'), 'notice')}`
}

/** The last line of a report. */
export function summaryLine(diff: DocumentDiff): string {
  return `${plural(diff.compared, 'operation')} compared: ${countsOf(diff)}`
}
