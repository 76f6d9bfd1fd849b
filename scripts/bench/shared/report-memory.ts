/** Loaded into every Node of a benchmark; appends the memory of the process to a file at its end. */

import { appendFileSync } from 'node:fs'
import process from 'node:process'

const file = process.env.BENCH_MEMORY_FILE
process.on('exit', () => {
  if (file !== undefined) appendFileSync(file, `${process.resourceUsage().maxRSS}\n`)
})
