import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Generated, generate, type Observer } from '../../generator/generate.js'
import type { Contract } from '../../runtime/contract/contract.js'
import { removeScratch, scratchFolder } from './scratch.js'

/** A contract that was generated and loaded in one go. */
export interface Loaded {
  readonly contract: Contract
  readonly generated: Generated
  /** Removes the code, of which more is loaded for as long as the contract is served. */
  remove(): void
}

/** The runtime's entry for generated code, next to this file: a temporary folder has no packages. */
const RUNTIME = new URL('../../runtime/codegen.js', import.meta.url).href

/**
 * Generates JavaScript from a document into a temporary folder, and loads it. The folder goes with the
 * process, if not before.
 *
 * @param root - The folder that all files of the document are in; none: that of the document.
 * @throws {DocumentError} with every problem of the document.
 */
export async function loadContract(
  spec: string,
  ignore: readonly string[],
  observer: Observer = {},
  root?: string,
): Promise<Loaded> {
  const language = 'javascript'
  const generated = generate(spec, { root, ignore, observer, runtime: RUNTIME, language })
  const folder = scratchFolder()
  writeAll(folder, generated)
  const { contract } = await import(pathToFileURL(path.join(folder, 'contract.js')).href)
  return { contract, generated, remove: () => removeScratch(folder) }
}

/** But for the document: it is at hand. */
function writeAll(folder: string, { files }: Generated): void {
  for (const { name, text } of files) {
    if (!name.endsWith('.js')) continue
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
}
