import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { explainFailure, type MeasuredExecution, measure } from '../shared/measure.js'
import { type Summary, summarize } from '../shared/summary.js'
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
  const tracks = generators.map((generator) => {
    const out = path.join(scratch, generator.name.replaceAll(/\W+/g, '-'))
    return { generator, out, measured: [] as MeasuredExecution[] }
  })
  for (let run = 0; run < runs; run++) {
    for (const { generator, out, measured } of tracks) {
      if (measured.some(({ ok }) => !ok)) continue
      await rm(out, { recursive: true, force: true })
      await mkdir(out, { recursive: true })
      measured.push(await measure(out, generator.command(document, out)))
    }
  }
  const laps: Lap[] = []
  for (const { generator, out, measured } of tracks) {
    const failed = measured.find(({ ok }) => !ok)
    const result = failed ? explainFailure(failed) : await figures(measured, out, generator)
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
