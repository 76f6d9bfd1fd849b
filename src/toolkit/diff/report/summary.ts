import { plural } from '../../shared/plural.js'
import type { Severity } from '../change.js'
import type { DocumentDiff } from '../compare.js'

/** Number of changes of a severity. */
export function countOf({ changes }: DocumentDiff, severity: Severity): number {
  return changes.filter((each) => each.severity === severity).length
}

/** The last line of a report. */
export function summaryLine(diff: DocumentDiff): string {
  const [breaking, undecided] = [countOf(diff, 'breaking'), countOf(diff, 'undecided')]
  const notices = plural(countOf(diff, 'notice'), 'notice')
  return `${plural(diff.compared, 'operation')} compared: ${breaking} breaking, ${undecided} undecided, ${notices}`
}
