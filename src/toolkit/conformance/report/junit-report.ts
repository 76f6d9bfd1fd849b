import { isReached, type Report } from './report.js'
import type { ReportedViolation } from './reported-violation.js'
import { untestedReason } from './text-report.js'

/** The report as JUnit XML: a test case for each operation, with a failure for each violation. */
export function junitReport(report: Report): string {
  const { coverage, violations, document, time, untested } = report
  const general = violations.filter(({ operation }) => operation === '')
  const cases = coverage.map((each) => {
    const found = violations.filter(({ operationId }) => operationId === each.operationId)
    const own = untested.find(({ operationId }) => operationId === each.operationId)
    if (own !== undefined && found.length === 0) {
      const error = `<error type="not-tested" message=${attribute(untestedReason(own))}/>`
      return testCase(each.operation, document.title, error)
    }
    const skipped = found.length === 0 && !isReached(each)
    const content = skipped ? '<skipped message="nothing was sent to it"/>' : failures(found)
    return testCase(each.operation, document.title, content)
  })
  if (general.length > 0)
    cases.push(testCase('outside of operations', document.title, failures(general)))
  const failed = cases.filter((each) => each.includes('<failure')).length
  const errors = cases.filter((each) => each.includes('<error')).length
  const counts = `tests="${cases.length}" failures="${failed}" errors="${errors}" time="${time.toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name=${attribute(document.title)} ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function testCase(name: string, group: string, content: string): string {
  return `    <testcase classname=${attribute(group)} name=${attribute(name)}>${content}</testcase>`
}

function failures(found: readonly ReportedViolation[]): string {
  return found
    .map(({ check, title, source, what, expected, received, location, steps }) => {
      const text = [
        `${location}: ${what}`,
        `expected: ${expected}`,
        `received: ${received}`,
        `rule: ${source}`,
        ...steps.map(({ command }) => command),
      ].join('\n')
      return `<failure type=${attribute(check)} message=${attribute(title)}>${escaped(text)}</failure>`
    })
    .join('')
}

function attribute(text: string): string {
  return `"${escaped(text)}"`
}

/** XML 1.0 has no other control characters, not even as references. */
function escaped(text: string): string {
  return text
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
}
