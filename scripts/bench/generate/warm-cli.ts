/**
 * Generates from a document and then, in the same process, from an edited one with the same name. Prints the
 * seconds of the second run.
 */

import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { generate } from '#toolkit/generator/generate.js'
import { apply, compare } from '#toolkit/generator/write/write.js'

const [before = '', after = '', out = '', ...ignore] = process.argv.slice(2)
const spec = path.join(path.dirname(after), `edited${path.extname(before)}`)

async function write(): Promise<void> {
  const { files } = generate(spec, { ignore })
  await apply(out, await compare(out, files))
}

await copyFile(before, spec)
await write()
await copyFile(after, spec)
const started = performance.now()
await write()
console.log((performance.now() - started) / 1000)
