import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { type Execution, execute } from '#toolkit/cli/process/child.js'
import { install } from '../../../scripts/bench/shared/packages.js'
import { root } from '../project.js'
import { CACHE } from '../registry.js'
import { EXAMPLES, exercise } from './examples.js'

/** As strict as it gets; the declarations of packages are looked at too. */
const STRICT = {
  ...{ target: 'es2022', lib: ['es2022'], types: ['node'], strict: true },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
}

/** Ways to find modules. CommonJS in TypeScript is of `nodenext` alone. */
export const RESOLUTIONS: Readonly<Record<string, object>> = {
  nodenext: {
    compilerOptions: { ...STRICT, module: 'nodenext', outDir: 'compiled' },
    include: ['*.ts', '*.cts', 'generated'],
  },
  bundler: {
    compilerOptions: { ...STRICT, module: 'esnext', moduleResolution: 'bundler', noEmit: true },
    include: ['*.ts', 'generated'],
  },
}

export type Compilers = Readonly<Record<string, string>>

/**
 * TypeScript 5.9, and the one of this project.
 *
 * @throws {Unavailable} when it cannot be installed.
 */
export async function compilers(): Promise<Compilers> {
  const folder = join(CACHE, 'typescript-5.9')
  await install(folder, ['typescript@5.9.3'])
  const tsc = 'node_modules/typescript/lib/tsc.js'
  return { 5.9: join(folder, tsc), 7: join(root, tsc) }
}

/** Compiles a host; with `nodenext` its programs are written to `compiled`. */
export async function compile(folder: string, tsc: string, resolution: string): Promise<Execution> {
  const file = join(folder, `tsconfig.${resolution}.json`)
  await writeFile(file, JSON.stringify(RESOLUTIONS[resolution]))
  const args = [tsc, '-p', file, '--pretty', 'false']
  return execute(process.execPath, args, { cwd: folder, timeout: 120_000 })
}

/** Makes compiled programs end in requests to their apps. */
export async function endPrograms(folder: string): Promise<void> {
  for (const [name, example] of Object.entries(EXAMPLES)) {
    const program = exercise(example, '../exercise.mjs')
    await appendFile(join(folder, 'compiled', `${name}.js`), program)
  }
}
