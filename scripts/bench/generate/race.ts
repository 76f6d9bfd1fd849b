import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { explainFailure, type MeasuredExecution, measure } from '../shared/measure.js'
import { type Summary, summarize } from '../shared/summary.js'
import { takeTurns } from '../shared/turns.js'
import type { BenchGenerator } from './generators.js'
import { measureOutput, type OutputFigures } from './output.js'

/** A generator's result for a document. */
export interface Lap {
  readonly name: string
  /** A string is the reason why there are no figures. */
  readonly result: RaceFigures | string
}

export interface RaceFigures extends OutputFigures {
  readonly seconds: Summary
  readonly megabytes: number
}

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
): Promise<RaceFigures> {
  const seconds = summarize(measured.map((each) => each.seconds))
  const megabytes = Math.max(...measured.map((each) => each.megabytes))
  return { seconds, megabytes, ...(await measureOutput(out, generator)) }
}
