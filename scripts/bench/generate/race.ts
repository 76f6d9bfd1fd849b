import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type TableCell, table } from '../../shared/tools.js'
import { explainFailure, type MeasuredExecution, measure } from '../shared/measure.js'
import { printSummary, summarize, takeTurns } from '../shared/summary.js'
import type { BenchGenerator } from './generators.js'
import { measureOutput } from './output.js'

/** A generator's result for a document, or the reason why there are no figures. */
interface Lap {
  readonly name: string
  readonly result: RaceFigures | string
}

type RaceFigures = Awaited<ReturnType<typeof figures>>

/** Runs generators in turns on a document, each time into an empty folder of `scratch`. */
export async function race(
  generators: readonly BenchGenerator[],
  document: string,
  scratch: string,
  runs: number,
): Promise<Lap[]> {
  const outOf = ({ name }: BenchGenerator) => path.join(scratch, name.replaceAll(/\W+/g, '-'))
  const results = await takeTurns(generators, runs, async (generator) => {
    const out = outOf(generator)
    await rm(out, { recursive: true, force: true })
    await mkdir(out, { recursive: true })
    const measured = await measure(out, generator.command(document, out))
    return measured.ok ? measured : explainFailure(measured)
  })
  const laps: Lap[] = []
  for (const [generator, measured] of results) {
    const isFailure = typeof measured === 'string'
    const result = isFailure ? measured : await figures(measured, outOf(generator), generator)
    laps.push({ name: generator.name, result })
  }
  return laps
}

async function figures(
  measured: readonly MeasuredExecution[],
  out: string,
  generator: BenchGenerator,
) {
  const seconds = summarize(measured.map((each) => each.seconds))
  const megabytes = Math.max(...measured.map((each) => each.megabytes))
  return { seconds, megabytes, ...(await measureOutput(out, generator)) }
}

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
