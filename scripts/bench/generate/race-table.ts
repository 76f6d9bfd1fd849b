import { type Cell, table } from '../../shared/tools.js'
import { printSummary } from '../shared/summary.js'
import type { Figures, Lap } from './race.js'

const HEAD = [
  ...['generator', 'seconds', 'ratio', 'MB', 'ratio', 'lines'],
  ...['unknown', 'any', 'tsc s', 'tsc errors'],
]

/** The laps with their ratios to those of the reference; what failed is told below. */
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

function cells(figures: Figures, base: Lap['result'] | undefined): Cell[] {
  const { seconds, megabytes, lines, unknown, any, tscSeconds, tscErrors } = figures
  const known = typeof base === 'object' ? base : undefined
  return [
    printSummary(seconds),
    ratio(seconds.median, known?.seconds.median),
    Math.round(megabytes),
    ratio(megabytes, known?.megabytes),
    ...[lines, unknown, any, tscSeconds.toFixed(2), tscErrors],
  ]
}

function ratio(value: number, base: number | undefined): string {
  return base === undefined ? '-' : (value / base).toFixed(2)
}
