/**
 * The extended checks: what `npm test` leaves out because it needs Java, Go, a browser, a cluster, a
 * network, minutes, a clock or files from outside. Each is skipped visibly, with the reason, where it
 * cannot run.
 *
 * They run in one process, without the runner of tap: that puts its hooks into every Node that a
 * test starts, the compiler and other versions of Node included.
 */

import process from 'node:process'
import t from 'tap'
import { checksOf } from './names.js'

t.setTimeout(14_400_000)

for (const file of checksOf(process.argv.slice(2))) await import(file.href)
