import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { generate } from '../../generator/generate.js'
import type { GenerateOptions } from '../../generator/generate-options.js'
import type { Contract } from '../../runtime/contract/contract.js'

export type LoadedContract = Awaited<ReturnType<typeof loadContract>>

/** The runtime's entry for generated code, as a file: a temporary folder has no packages. */
const RUNTIME = new URL('../../runtime/codegen.js', import.meta.url).href

/**
 * Generates JavaScript into a temporary folder and imports it; parts of it as long as the contract is served.
 * Then `remove` removes the folder.
 */
export async function loadContract(
  spec: string,
  options: Pick<GenerateOptions, 'formats' | 'ignore' | 'observer' | 'root' | 'shape'> = {},
) {
  const language = 'javascript'
  const generated = generate(spec, { ...options, runtime: RUNTIME, language })
  const { folder, remove } = temporaryFolder()
  const modules = generated.files.filter(({ name }) => name.endsWith('.js'))
  for (const { name, text } of [
    ...modules,
    { name: 'package.json', text: '{ "type": "module" }' },
  ]) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const { contract } = await import(pathToFileURL(path.join(folder, 'contract.js')).href)
  return { contract: contract as Contract, generated, remove }
}

/** Creates a folder that is removed at the latest when the process ends. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'fastify-contract-'))
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    process.off('exit', remove)
  }
  process.once('exit', remove)
  return { folder, remove }
}
