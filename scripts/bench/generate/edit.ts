import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { GENERATOR_FLAGS } from '#toolkit/cli/process/own-process.js'
import { explainFailure, measure } from '../shared/measure.js'
import type { BenchOptions } from '../shared/subjects.js'
import { summarize } from '../shared/summary.js'
import { ours } from './generators.js'

/**
 * Edits one operation of a JSON document and generates again: seconds of the command in a process of its own,
 * and in one that has generated before the edit. Resolves with the reason if the generator fails.
 */
export async function timeEdit(document: string, scratch: string, { runs, ignore }: BenchOptions) {
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true })
  const [before, after] = await writeEdit(document, scratch)
  const out = path.join(scratch, 'out')
  const { command } = ours(ignore)
  const times = { fresh: [] as number[], warm: [] as number[] }
  for (let run = 0; run < runs; run++) {
    const first = await measure(scratch, command(before, out))
    const fresh = await measure(scratch, command(after, out))
    const warm = await measure(scratch, [...GENERATOR_FLAGS, WARM, before, after, out, ...ignore])
    const failed = [first, fresh, warm].find(({ ok }) => !ok)
    if (failed !== undefined) return explainFailure(failed)
    times.fresh.push(fresh.seconds)
    times.warm.push(Number(warm.stdout))
  }
  return { fresh: summarize(times.fresh), warm: summarize(times.warm) }
}

const WARM = fileURLToPath(new URL('./warm-cli.js', import.meta.url))

/** Writes the document before and after the edit in the same format. */
async function writeEdit(document: string, scratch: string): Promise<[string, string]> {
  const value = JSON.parse(await readFile(document, 'utf8'))
  const before = path.join(scratch, 'before.json')
  const after = path.join(scratch, 'after.json')
  await writeFile(before, JSON.stringify(value, null, 2))
  editOperation(value)
  await writeFile(after, JSON.stringify(value, null, 2))
  return [before, after]
}

/** Adds a parameter to the first GET operation. */
function editOperation(document: { paths: Record<string, { get?: { parameters?: unknown[] } }> }) {
  const operation = Object.values(document.paths).find(({ get }) => get !== undefined)?.get
  if (operation === undefined) throw new Error('the document has no GET to edit')
  const added = { name: 'added-by-an-edit', in: 'query', schema: { type: 'integer' } }
  operation.parameters = [...(operation.parameters ?? []), added]
}
