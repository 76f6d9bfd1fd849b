import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Generated, generate, type Observer } from '../../generator/generate.js'
import type { Contract } from '../../runtime/contract.js'
import { tsc } from '../tsc.js'

/** A contract that was generated, compiled and loaded in one go. */
export interface Loaded {
  readonly contract: Contract
  readonly generated: Generated
}

/** The runtime's entry for generated code, next to this file: a temporary folder has no packages. */
const RUNTIME = new URL('../../runtime/codegen.js', import.meta.url).href

/**
 * Generates from a document into a temporary folder, compiles that, and loads it.
 *
 * @throws {DocumentError} with every problem of the document.
 */
export async function loadContract(
  spec: string,
  ignore: readonly string[],
  observer: Observer = {},
): Promise<Loaded> {
  const generated = generate(spec, { ignore, observer, runtime: RUNTIME })
  const folder = await mkdtemp(path.join(tmpdir(), 'fastify-contract-'))
  await writeAll(folder, generated)
  await compile(folder)
  const { contract } = await import(pathToFileURL(path.join(folder, 'contract.js')).href)
  return { contract, generated }
}

async function writeAll(folder: string, { files }: Generated): Promise<void> {
  for (const { name, text } of files) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
}

/** Only types are taken out: what was generated is right. */
async function compile(folder: string): Promise<void> {
  const config = {
    compilerOptions: {
      ...{ target: 'es2023', module: 'nodenext', verbatimModuleSyntax: true },
      ...{ noCheck: true, noResolve: true, types: [] },
    },
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { ok, why, stdout, stderr } = await tsc(folder, ['-p', '.', '--pretty', 'false'])
  /* c8 ignore next -- the compiler itself did not run */
  if (!ok) throw new Error(`the compiler did not run (${why}): ${stdout}${stderr}`)
}
