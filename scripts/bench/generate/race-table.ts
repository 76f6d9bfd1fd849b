import { type TableCell, table } from '../../shared/tools.js'
import { printSummary } from '../shared/summary.js'
import type { Lap, RaceFigures } from './race.js'

const HEAD = [
  ...['generator', 'seconds', 'ratio', 'MB', 'ratio', 'lines'],
  ...['unknown', 'any', 'tsc s', 'tsc errors'],
]

/** The laps with their ratios to the reference; failures are listed below. */
export function raceTable(laps: readonly Lap[], reference: string): string {
  const base = laps.find(({ name }) => name === reference)?.result
  const rows = laps.map(({ name, result }) =>
    typeof result === 'string' ? [name, 'failed'] : [name, ...cells(result, base)],
  )
  const failures = laps.flatMap(({ name, result }) =>
    typeof result === 'string' ? [`${name} failed (${result})`] : [],
  )
  return [table(HEAD, rows), ...failures].join('\n')
}

function cells(figures: RaceFigures, base: Lap['result'] | undefined): TableCell[] {
  const { seconds, megabytes, lines, unknown, any, tscSeconds, tscErrors } = figures
  const reference = typeof base === 'object' ? base : undefined
  return [
    printSummary(seconds),
    ratio(seconds.median, reference?.seconds.median),
    Math.round(megabytes),
    ratio(megabytes, reference?.megabytes),
    ...[lines, unknown, any, tscSeconds.toFixed(2), tscErrors],
  ]
}

function ratio(value: number, base: number | undefined): string {
  return base === undefined ? '-' : (value / base).toFixed(2)
}
