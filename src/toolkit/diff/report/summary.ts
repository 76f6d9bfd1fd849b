import type { Severity } from '../change.js'
import type { DocumentDiff } from '../compare.js'

/** Number of changes of a severity. */
export function countOf({ changes }: DocumentDiff, severity: Severity): number {
  return changes.filter((each) => each.severity === severity).length
}

/** The last line of a report. */
export function summaryLine(diff: DocumentDiff): string {
  const [breaking, undecided, notices] = (['breaking', 'undecided', 'notice'] as const).map(
    (severity) => countOf(diff, severity),
  )
  return `${diff.compared} operations compared: ${breaking} breaking, ${undecided} undecided, ${notices} notices`
}
