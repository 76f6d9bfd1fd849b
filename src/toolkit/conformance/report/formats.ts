import type { ReportFormat } from './format-names.js'
import { htmlReport } from './html-report.js'
import { jsonReport } from './json-report.js'
import { junitReport } from './junit-report.js'
import type { Report } from './report.js'
import { sarifReport } from './sarif-report.js'
import { tapReport } from './tap-report.js'
import { textReport } from './text-report.js'

const REPORTS: Readonly<Record<ReportFormat, (report: Report) => string>> = {
  text: textReport,
  tap: tapReport,
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
  sarif: sarifReport,
}

/** A report as text. */
export function formatReport(report: Report, format: ReportFormat = 'text'): string {
  return REPORTS[format](report)
}
