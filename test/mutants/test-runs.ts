import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { execute } from '#toolkit/cli/process/child.js'
import { root } from '../extended/project.js'

/** A run of a file of tests. */
export interface TestRun {
  /** The compiled file of tests, relative to the project's folder. */
  readonly test: string
  /** Its duration in milliseconds. */
  readonly time: number
  /** Its time, in milliseconds since 1970. */
  readonly at: number
  /** The files in which the engine says what its processes ran. */
  readonly coverage: readonly string[]
}

/** The folder in which runs are kept. */
const OWN = '.tap/mutants'

/** The longest time of a file of tests, in milliseconds. */
const PATIENCE = 300_000

/** A run of each file of tests as it is now: an earlier one, or one that is made here. */
export async function testRuns(workers: number): Promise<TestRun[]> {
  const known = new Map(ownRuns().map((run) => [run.test, run]))
  const names = readdirSync(path.join(root, 'dist/test'), { recursive: true, encoding: 'utf8' })
  // Benchmarks take long, and what of `src` they reach has nearer tests.
  const tests = names.filter((name) => /^(?!(fixtures|bench)\/).*\.test\.js$/.test(name)).sort()
  const left = tests.map((name) => path.join('dist/test', name)).values()
  const runs: TestRun[] = []
  const work = async () => {
    for (const test of left) {
      const run = known.get(test)
      const source = test.replace(/^dist\/(.*)js$/, '$1ts')
      runs.push(run !== undefined && run.at > changeTime(source) ? run : await runHere(test))
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return runs
}

/** The time of the last change of a file, in milliseconds since 1970. */
export function changeTime(name: string): number {
  return statSync(path.join(root, name)).mtimeMs
}

/** Earlier runs. */
function ownRuns(): TestRun[] {
  const folder = path.join(root, OWN)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<TestRun>(path.join(folder, name)) ?? [])
}

/** The data that a process has written; none if it was ended meanwhile. */
export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function runHere(test: string): Promise<TestRun> {
  const own = path.join(root, OWN, test.replaceAll('/', '.'))
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  const env = { ...process.env, NODE_V8_COVERAGE: own, TAP_TIMEOUT: `${PATIENCE / 1000}` }
  const at = Date.now()
  await execute(process.execPath, [test], { cwd: root, env, timeout: PATIENCE })
  const coverage = readdirSync(own).map((name) => path.join(own, name))
  const run = { test, at, time: Date.now() - at, coverage }
  writeFileSync(`${own}.json`, JSON.stringify(run))
  return run
}
