/**
 * The extended checks: what `npm test` leaves out because it needs Java, Go, a network or files from
 * outside. Each is skipped visibly, with the reason, where it cannot run.
 *
 * They run in one process, without the runner of tap: that puts its hooks into every Node that a
 * test starts, the compiler and other versions of Node included.
 */

import process from 'node:process'
import t from 'tap'
import { chosen } from './turns.js'

t.setTimeout(7_200_000)

for (const name of chosen(process.argv.slice(2))) await import(`./${name}.check.js`)
