/** All tests of the gate: the `all.js` of each folder, some of them side by side. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const HERE = path.dirname(fileURLToPath(import.meta.url))

/** What the extended checks `bench` and `mutants` run. */
const EXTENDED = ['bench', 'mutants']

/** Milliseconds for a folder: a loaded machine takes many times as long as an idle one. */
const TIMEOUT = 1_800_000

/** More than two processors: some folders wait more than they work. */
const JOBS = 3

/** The folders that take longest begin first, and none is alone at the end. */
const FIRST = ['server', 'store', 'toolkit/cli', 'toolkit/generator', 'toolkit/conformance']

const folders = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  .filter((name) => path.basename(name) === 'all.js')
  .map((name) => path.dirname(name).replaceAll(path.sep, '/'))
  .filter((folder) => !EXTENDED.includes(folder))
  .sort((one, other) => turnOf(one) - turnOf(other) || (one < other ? -1 : 1))

function turnOf(folder: string): number {
  const turn = FIRST.indexOf(folder)
  return turn === -1 ? FIRST.length : turn
}

// Without the loader of the test runner, which they inherit: with it, importing a module takes three times as long.
const START = 'unset NODE_OPTIONS; exec "$0" "$@"'

t.jobs = JOBS
t.setTimeout(0)
for (const folder of folders) {
  const file = path.join(HERE, folder, 'all.js')
  const args = ['-c', START, process.execPath, '--enable-source-maps', file]
  t.spawn('sh', args, { timeout: TIMEOUT }, folder)
}
