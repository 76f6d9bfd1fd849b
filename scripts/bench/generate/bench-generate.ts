import path from 'node:path'
import { table } from '../../shared/tools.js'
import { CACHE } from '../shared/packages.js'
import {
  type BenchOptions,
  forEachSubject,
  orSkip,
  SUBJECTS,
  type Subject,
} from '../shared/subjects.js'
import { printSummary } from '../shared/summary.js'
import { timeEdit } from './edit.js'
import { type BenchGenerator, ours, peers, REFERENCE } from './generators.js'
import { race, raceTable } from './race.js'

/** The documents and generators of a benchmark. */
export interface GenerateCourse {
  /** With `edit`, generation after an edit is measured too. */
  readonly subjects: readonly (Subject & { readonly edit: boolean })[]
  /** @throws {Unavailable} when they cannot be installed. */
  readonly peers: (cache: string) => Promise<BenchGenerator[]>
  readonly cache: string
}

const { github, stripe, plants } = SUBJECTS
const COURSE: GenerateCourse = {
  peers,
  cache: CACHE,
  subjects: [
    { ...github, edit: true },
    { ...stripe, edit: false },
    { ...plants, edit: false },
  ],
}

/** Generators side by side on the same documents. */
export async function benchGenerate(options: BenchOptions, course = COURSE): Promise<void> {
  const { subjects, cache } = course
  const others = await orSkip('the other generators', () => course.peers(cache))
  const generators = [ours(options.ignore), ...(others ?? [])]
  await forEachSubject(subjects, cache, async ({ name, edit }, document) => {
    const scratch = path.join(cache, 'out', name.replaceAll(' ', '-'))
    console.log(`\n${name}, ${options.runs} runs: median (min-max)`)
    const laps = await race(generators, document, scratch, options.runs)
    console.log(raceTable(laps, REFERENCE))
    if (!edit) return
    console.log(`\n${name} again after an edit of one operation`)
    const times = await timeEdit(document, path.join(scratch, 'edit'), options)
    if (typeof times === 'string') return console.log(`ours failed (${times})`)
    const rows = Object.entries(times).map(([process, summary]) => [process, printSummary(summary)])
    console.log(table(['process', 'seconds'], rows))
  })
}
