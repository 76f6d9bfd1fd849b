import type { Report } from './report.js'

/** The report as JSON, for machines. */
export function jsonReport(report: Report): string {
  return JSON.stringify(report, undefined, 2)
}
