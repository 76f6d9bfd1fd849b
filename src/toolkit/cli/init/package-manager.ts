import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { type Execution, execute } from '../process/child.js'
import { readObject } from '../project/files.js'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Lock files, and what only one of them reads. */
const MARKS: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'pnpm-workspace.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
}

/**
 * The package manager of a project: the one that its `package.json` names, or what the nearest folder with
 * such a name or a lock file says, or the one that runs this command, or npm.
 */
export function managerOf(
  root: string,
  packageManager: unknown,
  { npm_config_user_agent: agent = '' }: NodeJS.ProcessEnv = process.env,
): PackageManager {
  const own = managerName(String(packageManager ?? ''))
  return own ?? managerAt(path.resolve(root)) ?? managerName(agent) ?? 'npm'
}

/** The root of workspaces has what its members lack. */
function managerAt(folder: string): PackageManager | undefined {
  const { packageManager } = readObject(path.join(folder, 'package.json')) ?? {}
  const named = managerName(String(packageManager ?? ''))
  const [, locked] =
    Object.entries(MARKS).find(([file]) => existsSync(path.join(folder, file))) ?? []
  const above = path.dirname(folder)
  return named ?? locked ?? (above === folder ? undefined : managerAt(above))
}

/** @param text - `pnpm@9.0.0`, or `pnpm/9.0.0 npm/? node/v20.0.0`. */
function managerName(text: string): PackageManager | undefined {
  return /^(npm|pnpm|yarn|bun)(?=[@/]|$)/.exec(text)?.[1] as PackageManager | undefined
}

export type Install = (manager: PackageManager, root: string) => Promise<Execution>

export const install: Install = (manager, cwd) => {
  const script = process.env.npm_execpath ?? ''
  const limits = { cwd, timeout: 600_000 }
  if (manager === 'npm' && path.basename(script) === 'npm-cli.js') {
    return execute(process.execPath, [script, 'install'], limits)
  }
  /* c8 ignore next 3 -- on Windows it is a script for the shell */
  if (process.platform === 'win32') {
    return execute('cmd.exe', ['/d', '/s', '/c', `${manager} install`], limits)
  }
  return execute(manager, ['install'], limits)
}
