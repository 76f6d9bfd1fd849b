import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ChildSettings, type Executable, execute } from '../process/child.js'
import type { CompiledProject } from './compiled-project.js'

type Translated = Pick<CompiledProject, 'isBuild' | 'isCheckedFirst' | 'parts'>

/**
 * Compiles a project without checking its types, which takes a small part of the time; silent, since the check
 * that follows tells what is wrong. Not where no code may be written before it is checked. Resolves with false if
 * a file cannot be parsed, so that what is written of it does not run.
 *
 * @param changed - The files that are new in the project as it was compiled before; by default all are.
 */
export async function translate(
  [file, ...first]: Executable,
  project: Translated,
  settings: Pick<ChildSettings, 'root' | 'env'>,
  signal: AbortSignal,
  changed?: readonly string[],
): Promise<boolean> {
  const { isBuild, isCheckedFirst } = project
  if (isCheckedFirst) return true
  const { root: cwd, env } = settings
  const run = async (args: readonly string[]) => {
    const limits = { cwd, env, signal, killSignal: 'SIGKILL' } as const
    const { stdout } = await execute(file, [...first, ...args], limits)
    return !UNPARSED.test(stdout)
  }
  const parts = changed === undefined ? undefined : alone(project, changed)
  if (parts === undefined) return run([isBuild ? '-b' : '-p', '.', '--noCheck'])
  let isParsed = true
  for (const [config, files] of parts) {
    isParsed = (await withConfig(config, files, (one) => run(['-p', one]))) && isParsed
  }
  return isParsed
}

const TYPESCRIPT = /\.[cm]?tsx?$/

/** The files by their configurations; none if one of them cannot be compiled without the others. */
function alone(
  { parts }: Translated,
  changed: readonly string[],
): ReadonlyMap<string, readonly string[]> | undefined {
  const found = new Map<string, string[]>()
  for (const file of changed) {
    const part = parts.find(({ files }) => files.has(file))
    // No code, and nothing that code imports.
    if (part === undefined && !TYPESCRIPT.test(file)) continue
    if (!part?.isIsolated || !TYPESCRIPT.test(file)) return undefined
    found.set(part.config, [...(found.get(part.config) ?? []), file])
  }
  return found
}

/** Options with which the compiler reads these files and no other: not what they import, nor types. */
const ALONE = {
  ...{ noCheck: true, noResolve: true, noLib: true, lib: null, types: [] },
  ...{ composite: false, incremental: false, tsBuildInfoFile: null, noEmit: false },
  ...{ declaration: false, declarationMap: false, isolatedDeclarations: false },
}

async function withConfig(
  config: string,
  files: readonly string[],
  run: (file: string) => Promise<boolean>,
): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fastify-contract-'))
  const file = path.join(folder, 'tsconfig.json')
  const settings = { extends: config, compilerOptions: ALONE, files, include: [] }
  try {
    await writeFile(file, JSON.stringify(settings))
    return await run(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Problems of syntax have the numbers from 1000 to 1999; without types and libraries there are others. */
const UNPARSED = /\berror TS1\d{3}:/
