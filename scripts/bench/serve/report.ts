import process from 'node:process'
import { markdownTable } from '../shared/markdown.js'
import { printSummary, type Summary, summarize } from '../shared/summary.js'
import type { Round, RoundCourse } from './round.js'
import type { MeasuredServer } from './servers.js'

/** The rounds of each server, or the reason why it has none. */
export type Results = ReadonlyMap<MeasuredServer, readonly Round[] | string>

const REFERENCE: MeasuredServer = 'Fastify by hand'

const HEAD = [
  'server',
  'µs per request',
  'ratio',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'MB',
  'blocked ms',
]

/** When and how the figures came to be, in one line. */
export function captionOf({ connections, seconds }: RoundCourse, runs: number): string {
  const date = new Date().toISOString().slice(0, 10)
  const rounds = `${runs} ${runs === 1 ? 'round' : 'rounds'} of ${seconds} s`
  return `Measured on ${date} with Node ${process.versions.node}: \`POST /plants\` over ${connections} connections, ${rounds}, median (min-max).`
}

/** The servers that were measured, with their rounds. */
export function measuredOf(results: Results): [MeasuredServer, readonly Round[]][] {
  return [...results].flatMap(([name, rounds]) =>
    typeof rounds === 'string' ? [] : [[name, rounds]],
  )
}

/** Processor time of a request. */
export function processorOf(rounds: readonly Round[]): Summary {
  return summarize(rounds.map(({ processor }) => processor))
}

/** The figures in Markdown. */
export function serveTable(results: Results): string {
  const base = results.get(REFERENCE)
  const reference = typeof base === 'object' ? processorOf(base).median : Number.NaN
  const rows = [...results].map(([name, rounds]) =>
    typeof rounds === 'string' ? [name, rounds] : [name, ...cells(rounds, reference)],
  )
  return markdownTable(HEAD, rows)
}

function cells(rounds: readonly Round[], reference: number): string[] {
  const processor = processorOf(rounds)
  const figure = (member: keyof Round, digits: number) =>
    print(summarize(rounds.map((round) => round[member])).median, digits)
  return [
    printSummary(processor, 1),
    print(processor.median / reference, 2),
    ...[figure('rate', 0), figure('p50', 2), figure('p99', 2)],
    ...[figure('megabytes', 0), figure('blocked', 0)],
  ]
}

function print(figure: number, digits: number): string {
  return Number.isNaN(figure) ? '-' : figure.toFixed(digits)
}
