import { htmlReport } from './html-report.js'
import { jsonReport } from './json-report.js'
import { junitReport } from './junit-report.js'
import type { Report } from './report.js'
import { sarifReport } from './sarif-report.js'
import { tapReport } from './tap-report.js'
import { textReport } from './text-report.js'

/** Forms of a report, by their names. */
export const REPORT_FORMATS = {
  text: textReport,
  tap: tapReport,
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
  sarif: sarifReport,
} as const satisfies Readonly<Record<string, (report: Report) => string>>

/** The name of a form of a report. */
export type ReportFormat = keyof typeof REPORT_FORMATS

/** A report as text. */
export function formatReport(report: Report, format: ReportFormat = 'text'): string {
  return REPORT_FORMATS[format](report)
}
