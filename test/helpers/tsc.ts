import assert from 'node:assert'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { checkAllCode } from '../../scripts/shared/checked-code.js'

/** The package's root; compiled tests run from `dist/test`. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * A folder of its own for code that a test makes and loads, gone with the test. It is in `.tap`, where
 * neither git nor the coverage looks.
 */
export function codeFolder(t: Test): string {
  const folder = path.join(ROOT, '.tap/code', randomUUID())
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The module that knows where the compiler's program is. */
const TSC = pathToFileURL(path.join(ROOT, 'node_modules/typescript/lib/getExePath.js')).href

/** Writes files into a folder; names may have folders of their own. */
export async function writeFiles(
  folder: string,
  files: readonly { name: string; text: string }[],
): Promise<void> {
  for (const { name, text } of files) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

/**
 * Runs the TypeScript compiler on a folder inside the package with the project's own options.
 *
 * @returns The problems, one line each, without those that follow from them.
 */
export async function typeCheck(folder: string, options: object = {}): Promise<string[]> {
  return (await compileFolder(folder, options)).filter((line) => /error TS/.test(line))
}

/** Like `typeCheck`, with the lines that explain a problem: each level is indented by two spaces more. */
export async function explainedProblems(folder: string): Promise<string[][]> {
  const problems: string[][] = []
  for (const line of await compileFolder(folder, {})) {
    if (line.startsWith(' ')) problems.at(-1)?.push(line)
    else problems.push([line])
  }
  return problems
}

async function compileFolder(folder: string, options: object): Promise<string[]> {
  // A copy of the project keeps links for its declarations; there each type would be two here.
  const links = { preserveSymlinks: false }
  const config = {
    extends: path.relative(folder, path.join(ROOT, 'tsconfig.json')),
    compilerOptions: { noEmit: true, rootDir: path.relative(folder, ROOT), ...links, ...options },
    include: ['**/*'],
    exclude: [],
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  await checkAllCode(folder)
  return tsc('-p', folder)
}

/**
 * Like `typeCheck`, and translates the TypeScript of the folder, beside its sources, which takes no
 * more time.
 */
export function compile(folder: string, options: object = {}): Promise<string[]> {
  const beside = { noEmit: false, declaration: false, rootDir: '.', outDir: '.' }
  return typeCheck(folder, { ...beside, ...options })
}

/** Options with which the compiler only takes out the types: it reads no other files. */
const TRANSLATE = {
  ...{ noEmit: false, noCheck: true, noResolve: true, lib: ['es5'], types: [] },
  ...{ declaration: false, rootDir: '.', outDir: '.' },
}

/** Translates the TypeScript of a folder, beside its sources. */
export async function translate(folder: string, options: object = {}): Promise<void> {
  assert.deepEqual(await typeCheck(folder, { ...TRANSLATE, ...options }), [])
}

/**
 * Runs the TypeScript compiler: the program itself, which takes less time than the script that starts
 * it.
 *
 * @returns The lines that it printed.
 */
export async function tsc(...args: readonly string[]): Promise<string[]> {
  const { default: program } = await import(TSC)
  // Several threads check some things several times; tests run side by side anyway.
  const flags = [...args, '--pretty', 'false', '--singleThreaded']
  // The collector of the compiler, a program in Go, takes half of its time if it saves memory.
  const env = { ...process.env, GOGC: '1600' }
  const { ok, why, stdout } = await execute(program(), flags, { cwd: ROOT, env })
  const lines = stdout.split('\n').filter((line) => line !== '')
  assert.ok(ok || lines.length > 0, `the compiler did not run: ${why}`)
  return lines
}
