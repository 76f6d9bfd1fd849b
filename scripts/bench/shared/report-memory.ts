/** Loaded into every Node that a benchmark starts: says at its end how much memory it took. */

import { appendFileSync } from 'node:fs'
import process from 'node:process'

const file = process.env.BENCH_MEMORY_FILE
process.on('exit', () => {
  if (file !== undefined) appendFileSync(file, `${process.resourceUsage().maxRSS}\n`)
})
