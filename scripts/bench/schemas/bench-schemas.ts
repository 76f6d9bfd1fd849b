import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { table } from '../../shared/tools.js'
import { CACHE, install } from '../shared/packages.js'
import { type BenchOptions, forEachSubject, orSkip, SUBJECTS } from '../shared/subjects.js'
import { printSummary, summarize } from '../shared/summary.js'
import { NAMES, subjectOf } from './subjects.js'
import { PEERS, type SchemaTools, toolsOf } from './tools.js'

/** The schemas and times of a benchmark. */
export interface SchemasCourse {
  readonly subjects: Parameters<typeof forEachSubject>[0]
  readonly names: readonly string[]
  /** The folder of installed packages, documents and generated code. */
  readonly cache: string
  /** Milliseconds of one measurement. */
  readonly time: number
}

const COURSE: SchemasCourse = {
  subjects: [SUBJECTS.github],
  names: NAMES,
  cache: CACHE,
  time: 200,
}

/** Validators and serializers of real schemas, called with valid values, beside those of other tools. */
export async function benchSchemas({ runs }: BenchOptions, course = COURSE): Promise<void> {
  const peers = path.join(course.cache, 'schemas/peers')
  await mkdir(peers, { recursive: true })
  const installed = await orSkip('the other tools', () => install(peers, PEERS).then(() => peers))
  await forEachSubject(course.subjects, course.cache, async ({ name }, document) => {
    const text = await readFile(document, 'utf8')
    for (const schema of course.names) {
      const tools = await toolsOf(subjectOf(text, schema), course.cache, installed)
      console.log(`\n${name}, ${schema}: ns of a call, ${runs} rounds: median (min-max)`)
      console.log(tableOf(tools, runs, course.time))
    }
  })
}

function tableOf({ validators, serializers }: SchemaTools, runs: number, time: number): string {
  for (const [tool, accepts] of Object.entries(validators)) {
    if (!accepts()) throw new Error(`${tool} refuses the valid value`)
  }
  const rows = [...rowsOf('validate', validators, runs, time)]
  return table(
    ['', 'tool', 'ns per call', 'ratio', 'rounds'],
    [...rows, ...rowsOf('serialize', serializers, runs, time)],
  )
}

/** One row for each tool; the ratio is that to the first one. */
function rowsOf(
  kind: string,
  tools: Readonly<Record<string, () => unknown>>,
  runs: number,
  time: number,
): string[][] {
  const names = Object.keys(tools)
  const rounds = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let run = -1; run < runs; run++) {
    for (const name of names) {
      const each = measured(tools[name] as () => unknown, time)
      // In the first round code is compiled.
      if (run >= 0) rounds.get(name)?.push(each)
    }
  }
  const all = names.map((name) => rounds.get(name) as number[])
  const base = summarize(all[0] as number[]).median
  return names.map((name, at) => {
    const times = all[at] as number[]
    const summary = summarize(times)
    const ratio = (summary.median / base).toFixed(2)
    return [kind, name, printSummary(summary, 0), ratio, times.map((ns) => ns.toFixed(0)).join(' ')]
  })
}

const BATCH = 100

/** Nanoseconds of a call, over calls for some milliseconds. */
function measured(call: () => unknown, time: number): number {
  const started = performance.now()
  let calls = 0
  let sum = 0
  while (performance.now() - started < time) {
    for (let index = 0; index < BATCH; index++) {
      const result = call()
      // A text is only complete when one of its characters is read.
      sum += typeof result === 'string' ? result.charCodeAt(result.length - 1) : 1
    }
    calls += BATCH
  }
  // Nobody may leave a call out whose result is part of the time.
  return ((performance.now() - started) * 1e6) / calls + 0 * sum
}
