import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { type Generated, generate, type Observer } from '../../generator/generate.js'
import type { Contract } from '../../runtime/contract/contract.js'

/** A contract that was generated and imported. */
export interface LoadedContract {
  readonly contract: Contract
  readonly generated: Generated
  /** Removes the generated code; parts of it are imported for as long as the contract is served. */
  remove(): void
}

/** The runtime's entry for generated code, as a file: a temporary folder has no packages. */
const RUNTIME = new URL('../../runtime/codegen.js', import.meta.url).href

/**
 * Generates JavaScript into a temporary folder and imports it. The folder is removed at the latest when
 * the process ends.
 *
 * @param root - The folder of all files of the document; by default that of the document.
 * @throws {DocumentError} with every problem of the document.
 */
export async function loadContract(
  spec: string,
  ignore: readonly string[],
  observer: Observer = {},
  root?: string,
): Promise<LoadedContract> {
  const language = 'javascript'
  const generated = generate(spec, { root, ignore, observer, runtime: RUNTIME, language })
  const folder = temporaryFolder()
  writeModules(folder, generated)
  const { contract } = await import(pathToFileURL(path.join(folder, 'contract.js')).href)
  return { contract, generated, remove: () => removeTemporaryFolder(folder) }
}

function writeModules(folder: string, { files }: Generated): void {
  for (const { name, text } of files) {
    if (!name.endsWith('.js')) continue
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
}

const folders = new Set<string>()

/** Creates a folder that is removed at the latest when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fastify-contract-'))
  if (folders.size === 0) process.once('exit', removeAll)
  folders.add(folder)
  return folder
}

export function removeTemporaryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
  if (folders.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const folder of folders) removeTemporaryFolder(folder)
}
