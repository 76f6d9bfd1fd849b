import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Contract } from '../../src/contract/index.js'
import { type Generated, generate, type Observer } from '../generate/generate.js'
import { ROOT, tsc } from '../tools.js'

/** A contract that was generated, compiled and loaded in one go. */
export interface Loaded {
  readonly contract: Contract
  readonly generated: Generated
}

/**
 * Generates from a document into a folder beside the compiled runtime, compiles that, and loads it.
 *
 * @throws {DocumentError} with every problem of the document.
 */
export async function loadContract(
  spec: string,
  ignore: readonly string[],
  observer: Observer = {},
): Promise<Loaded> {
  const name = `mock/${createHash('sha256').update(path.resolve(spec)).digest('hex').slice(0, 16)}`
  const generated = generate(spec, path.join(ROOT, name), { ignore, observer })
  const folder = path.join(ROOT, 'dist', name)
  await rm(folder, { recursive: true, force: true })
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
}

/** Only types are taken out: what was generated is right, and the compiled runtime is beside it. */
async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    declaration: false,
    rootDir: '.',
    outDir: '.',
  }
  const config = {
    extends: path.relative(folder, path.join(ROOT, 'tsconfig.json')),
    compilerOptions,
    include: ['**/*.ts'],
    exclude: [],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { ok, why, stdout, stderr } = await tsc(folder, ['-p', '.', '--pretty', 'false'])
  /* c8 ignore next -- the compiler itself did not run */
  if (!ok) throw new Error(`the compiler did not run (${why}): ${stdout}${stderr}`)
}
