/**
 * All tests of the gate: the `all.js` of each folder, some of them side by side, or of the folders and
 * files that are named. It prints what fails as soon as it does, a line for each folder, and at the end what failed
 * and how many assertions there were.
 */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Counts, runTapProgram } from './helpers/tap-program.js'

const HERE = path.dirname(fileURLToPath(import.meta.url))

/**
 * Warnings that are expected: FSTDEP022 and FSTDEP023 of options that Fastify has deprecated, which hosts may still use,
 * and that of the MockTimers of Node 20.
 */
const EXPECTED = ['FSTDEP022', 'FSTDEP023', 'ExperimentalWarning']

/** Options of Node for each folder. */
const FLAGS = ['--enable-source-maps', ...EXPECTED.map((name) => `--disable-warning=${name}`)]

/** What the extended check `bench` runs. */
const EXTENDED = 'bench'

/** Milliseconds for a folder: a loaded machine takes many times as long as an idle one. */
const TIMEOUT = 3_600_000

/** More than two processors: some folders wait more than they work. */
const JOBS = 3

/** The folders that take longest begin first, and none is alone at the end. */
const FIRST = ['server', 'store', 'toolkit/cli', 'toolkit/generator', 'toolkit/conformance']

function foldersOfTheGate(): string[] {
  return readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'all.js')
    .map((name) => path.dirname(name).replaceAll(path.sep, '/'))
    .filter((folder) => folder !== EXTENDED)
    .sort((one, other) => turnOf(one) - turnOf(other) || (one < other ? -1 : 1))
}

function turnOf(folder: string): number {
  const turn = FIRST.indexOf(folder)
  return turn === -1 ? FIRST.length : turn
}

// For the compilers that tests start, programs in Go: see `helpers/tsc.ts`.
process.env.GOGC ??= '1600'
// Seconds for a test in a file that runs by itself: tap gives 30.
process.env.TAP_TIMEOUT ??= String(TIMEOUT / 1_000)

const totals: Counts = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }
const failed: string[] = []

async function run(name: string): Promise<void> {
  const file = path.join(HERE, name.endsWith('.js') ? name : `${name}/all.js`)
  const { counts, failures } = await runTapProgram([...FLAGS, file], {
    timeout: TIMEOUT,
    onFailure: (failure, diagnostics) => console.log(`not ok ${name}: ${failure}\n${diagnostics}`),
  })
  for (const kind of KINDS) totals[kind] += counts[kind]
  failed.push(...failures.map((failure) => `not ok ${name}: ${failure}`))
  console.log(failures.length === 0 ? `ok ${name}` : `not ok ${name}`, summary(counts))
}

const KINDS = ['total', 'pass', 'fail', 'skip', 'todo'] as const

/** As tap prints it: without what is 0. */
function summary(counts: Counts): string {
  const told = KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${kind}: ${counts[kind]}`)
  return `# { ${told.join(', ')} }`
}

const named = process.argv.slice(2)
const waiting = (named.length === 0 ? foldersOfTheGate() : named).values()

/** Takes folders, one after the other, until none is left. */
async function work(): Promise<void> {
  for (const folder of waiting) await run(folder)
}

await Promise.all(Array.from({ length: JOBS }, work))
for (const failure of failed) console.log(failure)
console.log(summary(totals))
if (failed.length > 0) process.exitCode = 1
