/** Says which share of mutants of `src` the tests notice, and which they do not. */

import process from 'node:process'
import { mutationRun, told } from './mutation-run.js'

// The copies are removed on the way out.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const { summary } = await mutationRun((verdict) => console.log(told(verdict)))
console.log(summary)
