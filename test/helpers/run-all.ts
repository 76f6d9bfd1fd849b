import './without-domains.js'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { ROOT } from './tsc.js'

/** Methods that a file of tests may call outside of its tests. */
const METHODS = ['test', 'beforeEach', 'teardown', 'setTimeout', 'equal'] as const

/** The longest time for one file, in milliseconds: a loaded machine takes many times as long as an idle one. */
const TIMEOUT = 1_800_000

/**
 * Runs the tests of a folder in one process, since starting processes takes most of the time of most
 * files. Each file is a test with the file's name. A folder below that has an `all.ts` of its own is
 * left to that one, and so is a file `NAME.slow.test.ts`, which starts dozens of processes or tries thousands of
 * values, to the extended check `slow`.
 *
 * @param url - Of the `all.ts` of the folder.
 */
export function runAll(url: string): void {
  const test: Test['test'] = t.test.bind(t)
  t.setTimeout(0)
  for (const file of testsOf(path.dirname(fileURLToPath(url)))) {
    test(path.relative(ROOT, file), { timeout: TIMEOUT }, async (own) => {
      redirect(own)
      // tap removes the folder of a test before what a later `teardown` stops there, but after an earlier one.
      own.beforeEach((each) => each.teardown(() => {}))
      await import(pathToFileURL(file).href)
    })
  }
}

/** Compiled files of tests of a folder, in the order of their names. */
function testsOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isFile()) return /(?<!\.slow)\.test\.js$/.test(file) ? file : []
      const isOwn = entry.name === 'fixtures' || existsSync(path.join(file, 'all.js'))
      return isOwn ? [] : testsOf(file)
    })
}

/** Makes the `t` that a file imports act as the test of that file. */
function redirect(own: Test): void {
  for (const name of METHODS) {
    Object.defineProperty(t, name, {
      value: (own[name] as (...args: unknown[]) => unknown).bind(own),
      configurable: true,
    })
  }
}
