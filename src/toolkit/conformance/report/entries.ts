import { plural } from '../../shared/plural.js'
import type { CheckName } from '../judge/checks.js'
import type { ReportedViolation } from './reported-violation.js'

/** A violation in a report for a person, who mends in one place what a server does the same way everywhere. */
export interface ReportEntry {
  readonly violation: ReportedViolation
  /** Number of cases, of all its operations. */
  readonly count: number
  /** Other operations that show the same. */
  readonly also: readonly string[]
}

/** Checks of what servers do in one place for all operations, whatever a request was for. */
const OF_SERVER: readonly CheckName[] = [
  ...(['challenge', 'allow', 'error-shape', 'problem-status'] as const),
  ...(['header-present', 'header-valid', 'media-type-documented'] as const),
]

/** One entry for what a server does the same way at several operations. */
export function entriesOf(violations: readonly ReportedViolation[]): ReportEntry[] {
  const groups = new Map<unknown, ReportedViolation[]>()
  for (const each of violations) {
    const { check, expected, received, isFlaky } = each
    const key = OF_SERVER.includes(check) ? [check, isFlaky, expected, received].join('\n') : each
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].map((group) => {
    const [violation, ...others] = group as [ReportedViolation, ...ReportedViolation[]]
    const names = new Set(others.map(({ operation }) => operation || 'no operation'))
    names.delete(violation.operation)
    return { violation, count: group.reduce((sum, { count }) => sum + count, 0), also: [...names] }
  })
}

/** Most operations that an entry names. */
const NAMED = 3

/** What an entry stands for beside its case; empty if nothing. */
export function moreText({ count, also }: ReportEntry): string {
  if (count === 1) return ''
  const more = also.length - NAMED
  const rest = more > 0 ? ` and ${plural(more, 'more operation')}` : ''
  const where = also.length === 0 ? '' : `, also of ${also.slice(0, NAMED).join(', ')}${rest}`
  return `and ${count - 1} more like it${where}`
}
