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

/** What ran when a file of tests did. */
export interface TestRun {
  /** The compiled file of tests, relative to the project's folder. */
  readonly test: string
  /** How long it took, in milliseconds. */
  readonly time: number
  /** When it was, in milliseconds since 1970. */
  readonly at: number
  /** The files in which the engine says what its processes ran. */
  readonly coverage: readonly string[]
}

/** What tap writes of a process. */
interface ProcessInfo {
  readonly date: string
  readonly argv: readonly string[]
  readonly uuid: string
  /** The process that tap started: a file of tests. */
  readonly root: string
  readonly runtime?: number
}

/** Where the runs are kept that are made here. */
const OWN = '.tap/mutants'

/** How long a file of tests may take, in milliseconds. */
const PATIENCE = 300_000

/** A run of each file of tests as it is now: tap's last one, or one that is made here. */
export async function testRuns(workers: number): Promise<TestRun[]> {
  const known = new Map([...ownRuns(), ...runsOfTap()].map((run) => [run.test, run]))
  const names = readdirSync(path.join(root, 'dist/test'), { recursive: true, encoding: 'utf8' })
  const tests = names.filter((name) => /^(?!fixtures\/).*\.test\.js$/.test(name)).sort()
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

/** When a file was written, in milliseconds since 1970. */
export function changeTime(name: string): number {
  return statSync(path.join(root, name)).mtimeMs
}

/** The files of tests as `tap run` ran them last. */
function runsOfTap(): TestRun[] {
  const infos = jsonIn<ProcessInfo>('.tap/processinfo')
  return infos
    .filter((info) => info.root === info.uuid)
    .map(({ uuid, argv, date, runtime = 0 }) => ({
      test: path.relative(root, argv[1] ?? ''),
      time: runtime,
      at: Date.parse(date),
      coverage: infos
        .filter((info) => info.root === uuid)
        .map((info) => path.join(root, '.tap/coverage', `${info.uuid}.json`)),
    }))
}

function ownRuns(): TestRun[] {
  return jsonIn(OWN)
}

function jsonIn<T>(folder: string): T[] {
  const from = path.join(root, folder)
  const names = existsSync(from) ? readdirSync(from) : []
  return names
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<T>(path.join(from, name)) ?? [])
}

/** What a process has written; none where it was ended meanwhile. */
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
  const env = { ...process.env, NODE_V8_COVERAGE: own }
  const at = Date.now()
  await execute(process.execPath, [test], { cwd: root, env, timeout: PATIENCE })
  const coverage = readdirSync(own).map((name) => path.join(own, name))
  const run = { test, at, time: Date.now() - at, coverage }
  writeFileSync(`${own}.json`, JSON.stringify(run))
  return run
}
