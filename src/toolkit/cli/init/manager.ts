import path from 'node:path'
import process from 'node:process'
import { execute, type Outcome } from '../execute.js'
import { nearest } from '../project/root.js'

/** What installs packages. */
export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCK_FILES: readonly [file: string, manager: Manager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/**
 * The package manager of a project: the one that its `package.json` names, or whose lock file is nearest,
 * or that runs this, or npm.
 */
export function managerOf(
  root: string,
  packageManager: unknown,
  { npm_config_user_agent: agent = '' }: NodeJS.ProcessEnv = process.env,
): Manager {
  const named = nameIn(String(packageManager ?? ''))
  const locks = LOCK_FILES.flatMap(([file, manager]) => {
    const found = nearest(root, file)
    return found === undefined ? [] : [{ manager, depth: path.dirname(found).length }]
  })
  const [lock] = locks.toSorted((one, other) => other.depth - one.depth)
  return named ?? lock?.manager ?? nameIn(agent) ?? 'npm'
}

/** `pnpm@9.0.0`, or `pnpm/9.0.0 npm/? node/v20.0.0`. */
function nameIn(text: string): Manager | undefined {
  return /^(npm|pnpm|yarn|bun)(?=[@/]|$)/.exec(text)?.[1] as Manager | undefined
}

/** Installs what `package.json` asks for. */
export type Install = (manager: Manager, root: string) => Promise<Outcome>

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
