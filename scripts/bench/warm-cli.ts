/**
 * Generates from a document and then, in the same process, from an edited one; prints how many
 * seconds the second took.
 */

import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { generate } from '../generate/generate.js'
import { apply, compare } from '../generate/write.js'

const [before = '', after = '', out = '', ...ignore] = process.argv.slice(2)

async function write(spec: string): Promise<void> {
  await apply(out, await compare(out, generate(spec, out, { ignore }).files))
}

await write(before)
const started = performance.now()
await write(after)
console.log((performance.now() - started) / 1000)
