import { printable } from './printable.js'
import { isReached, type OperationCoverage, type Report } from './report.js'
import { summaryLine, untestedReason } from './text-report.js'

/** The report in TAP 14: a test for each operation, and each violation with its details in YAML. */
export function tapReport(report: Report): string {
  const { coverage, violations, notes, untested } = report
  const general = violations.filter(({ operation }) => operation === '')
  const tests = [
    ...coverage.map((each) => ({
      name: each.operation,
      why: untested
        .filter(({ operationId }) => operationId === each.operationId)
        .map(untestedReason),
      found: violations.filter(({ operationId }) => operationId === each.operationId),
      skip: skipReason(each),
    })),
    ...(general.length === 0
      ? []
      : [{ name: 'outside of operations', why: [], found: general, skip: '' }]),
  ]
  const lines = tests.flatMap(({ name, why, found, skip }, index) => {
    const isOk = found.length === 0 && why.length === 0
    const directive = isOk && skip !== '' ? ` # SKIP ${skip}` : ''
    const told = escaped([name, ...why].join(': '))
    const result = `${isOk ? 'ok' : 'not ok'} ${index + 1} - ${told}${directive}`
    return found.length === 0 ? [result] : [result, ...yamlOf(found)]
  })
  return [
    'TAP version 14',
    `1..${tests.length}`,
    ...lines,
    ...notes.map((note) => `# ${oneLine(note)}`),
    `# ${summaryLine(report)}`,
  ].join('\n')
}

function skipReason(coverage: OperationCoverage): string {
  return isReached(coverage) ? '' : 'no request to it has succeeded'
}

function yamlOf(violations: Report['violations']): string[] {
  const entries = violations.flatMap(({ steps, ...each }) => {
    const { check, title, source, location, what, expected, received, count } = each
    const requests = steps.map(({ command }) => command).join('\n')
    const members = {
      check,
      title,
      rule: source,
      at: location,
      case: what,
      expected,
      received,
      count,
      requests,
    }
    return Object.entries(members).map(([name, value], at) => {
      return `  ${at === 0 ? '- ' : '  '}${name}: ${printable(JSON.stringify(value))}`
    })
  })
  return ['  ---', '  violations:', ...entries.map((line) => `  ${line}`), '  ...']
}

function escaped(text: string): string {
  return oneLine(text).replace(/[#\\]/g, '\\$&')
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ')
}
