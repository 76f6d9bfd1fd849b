import type { Report } from './report.js'

export function jsonReport(report: Report): string {
  return JSON.stringify(report, undefined, 2)
}
