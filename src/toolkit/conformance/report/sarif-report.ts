import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { CHECKS } from '../judge/checks.js'
import { printable } from './printable.js'
import type { Report } from './report.js'
import type { ReportedViolation } from './reported-violation.js'
import { untestedText } from './text-report.js'

/** The report in SARIF 2.1.0: a result for each violation, at its place in the document. */
export function sarifReport(report: Report): string {
  const { violations, untested } = report
  const checks = [...new Set(violations.map(({ check }) => check))].toSorted()
  const rules = checks.map((check) => ({
    id: check,
    shortDescription: { text: CHECKS[check].title },
    help: { text: CHECKS[check].source },
  }))
  const notifications = untested.map((each) => ({
    level: 'warning',
    message: { text: printable(untestedText(each)) },
  }))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'fastify-contract conform', rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results: violations.map((each) => resultOf(each, checks.indexOf(each.check))),
      },
    ],
  }
  return JSON.stringify(log, undefined, 2)
}

function resultOf(violation: ReportedViolation, ruleIndex: number) {
  const { check, title, operation, what, expected, received, steps } = violation
  const { location, pointer, count, isFlaky, key } = violation
  const lines = [
    `${title}${operation === '' ? '' : `: ${operation}`}`,
    `case: ${what}`,
    `expected: ${expected}`,
    `received: ${received}`,
    ...steps.map(({ command }) => command),
  ]
  return {
    ruleId: check,
    ruleIndex,
    level: isFlaky ? 'warning' : 'error',
    message: { text: printable(lines.join('\n')) },
    locations: [
      {
        physicalLocation: physicalLocationOf(location),
        logicalLocations: [{ fullyQualifiedName: pointer }],
      },
    ],
    // The same for the same fault in another run, wherever it stands in the document then.
    partialFingerprints: { 'violation/v1': key },
    occurrenceCount: count,
  }
}

/** The place of `file:line:column`. */
function physicalLocationOf(location: string) {
  const [, file = location, line, column] = /^(.*):(\d+):(\d+)$/s.exec(location) ?? []
  const region = line && { region: { startLine: Number(line), startColumn: Number(column) } }
  return { artifactLocation: { uri: uriOf(file) }, ...(region || {}) }
}

function uriOf(file: string): string {
  if (path.isAbsolute(file)) return pathToFileURL(file).href
  return file.split(path.sep).map(encodeURIComponent).join('/')
}
