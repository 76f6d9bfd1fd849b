import { plural } from '../../shared/plural.js'
import { entriesOf, moreText, type ReportEntry } from './entries.js'
import { printable } from './printable.js'
import { isReached, type Report } from './report.js'
import { summaryText } from './summary.js'
import type { UntestedOperation } from './untested.js'

/** The report for a person, in columns of a terminal. */
export function textReport(report: Report): string {
  const { violations, notes, untested, unproved } = report
  return [
    ...summaryText(report).map(printable),
    ...entriesOf(violations).map(entryText),
    ...listText('noticed, and no violation of the document:', notes),
    ...listText('not tested:', untested.map(untestedText)),
    coverageText(report),
    ...listText('what this run does not prove:', unproved),
    summaryLine(report),
  ].join('\n\n')
}

function listText(title: string, all: readonly string[]): string[] {
  return all.length === 0
    ? []
    : [[title, ...all.map((each) => `  - ${printable(each)}`)].join('\n')]
}

/** An operation that was not tested, and what to do about it. */
export function untestedText({ operation, ...rest }: UntestedOperation): string {
  return `${operation}: ${untestedReason(rest)}`
}

/** Why an operation was not tested, and what to do about it. */
export function untestedReason({
  statuses,
  isLimited,
  remedy,
}: Pick<UntestedOperation, 'statuses' | 'isLimited' | 'remedy'>): string {
  const which = isLimited ? 'most requests were' : 'every request was'
  return `${which} refused (${statuses.join(', ')}); ${remedy}`
}

function entryText(entry: ReportEntry, index: number): string {
  const { violation } = entry
  const { check, title, source, operation, location, pointer, isFlaky } = violation
  const { what, expected, received, steps } = violation
  const flaky = isFlaky ? ' (only sometimes)' : ''
  const rows = [
    ['case', what],
    ['expected', expected],
    ['received', received],
    ['rule', `${source} (${check})`],
    ...steps.flatMap(({ command, response }, at) => [
      [steps.length === 1 ? 'request' : `request ${at + 1}`, command],
      ['response', response],
    ]),
  ] as const
  const more = moreText(entry)
  return [
    `${index + 1}. ${title}${flaky}${operation === '' ? '' : `: ${operation}`}`,
    `   ${location} ${pointer}`,
    ...rows.map(([name, text]) => `   ${`${name}:`.padEnd(12)}${indented(text)}`),
    ...(more === '' ? [] : [`   ${more}`]),
  ].join('\n')
}

function indented(text: string): string {
  return printable(text).replaceAll('\n', `\n${' '.repeat(15)}`)
}

function coverageText({ coverage }: Report): string {
  const unreached = coverage.filter((each) => !isReached(each)).map(({ operation }) => operation)
  const lines = coverage.map(({ operation, documented, seen }) => {
    const statuses = Object.keys(seen).join(' ') || 'none'
    const missing = documented.filter((status) => /^\d/.test(status) && !covers(status, seen))
    return `  ${operation}: ${statuses}${missing.length === 0 ? '' : `; never seen: ${missing.join(' ')}`}`
  })
  const more =
    lines.length > MOST_LINES
      ? [`  and ${plural(lines.length - MOST_LINES, 'more operation')}`]
      : []
  const first =
    unreached.length === 0
      ? 'statuses seen:'
      : `statuses seen (${plural(unreached.length, 'operation')} never succeeded):`
  return [first, ...lines.slice(0, MOST_LINES), ...more].join('\n')
}

/** Most operations whose statuses are listed. */
const MOST_LINES = 50

function covers(documented: string, seen: Readonly<Record<string, number>>): boolean {
  return Object.keys(seen).some(
    (status) => status === documented || `${status[0]}XX` === documented.toUpperCase(),
  )
}

/** The last line: what was found in how much. */
export function summaryLine({
  violations,
  known,
  coverage,
  requests,
  time,
  seed,
  isCut,
}: Report): string {
  const reached = coverage.filter(isReached).length
  const cut = isCut ? ', cut before its end' : ''
  const baseline = known === 0 ? '' : `, ${known} more in the baseline`
  const found = plural(violations.length, 'violation')
  return `conform: ${found}${baseline}; ${reached} of ${plural(coverage.length, 'operation')} reached, ${plural(requests, 'request')}, ${time.toFixed(1)} s, seed ${seed}${cut}`
}
