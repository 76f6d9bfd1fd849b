import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { load } from 'js-yaml'
import { isObject } from '../../openapi/json.js'
import { type Execution, execute } from '../process/child.js'
import { posixPath, readObject } from '../project/files.js'

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

/**
 * What the root of workspaces above a project needs, one line each: a member that it does not have is not
 * installed with the others.
 */
export function workspaceNotes(root: string): string[] {
  const folder = path.resolve(root)
  const own = patternsOf(folder)
  const [first = ''] = own?.patterns ?? []
  if (own !== undefined && first !== '') {
    const name = first.replace(/\*+/, 'NAME')
    const file = path.basename(own.file)
    return [
      `${file}: is the root of workspaces; for a member of its own run npx fastify-contract init --dir ${name}`,
    ]
  }
  const found = patternsAbove(path.dirname(folder))
  if (found === undefined) return []
  const member = posixPath(path.relative(path.dirname(found.file), folder))
  // No package manager looks there.
  if (/(^|\/)(\.|node_modules(\/|$))/.test(member) || isMember(member, found.patterns)) return []
  return [
    `${posixPath(path.relative(folder, found.file))}: its workspaces do not have ${member}; add it, so that it is installed with them`,
  ]
}

interface Workspaces {
  readonly file: string
  readonly patterns: readonly string[]
}

/** The nearest file that lists workspaces, in a folder or above it. */
function patternsAbove(folder: string): Workspaces | undefined {
  const above = path.dirname(folder)
  return patternsOf(folder) ?? (above === folder ? undefined : patternsAbove(above))
}

function patternsOf(folder: string): Workspaces | undefined {
  const files = ['pnpm-workspace.yaml', 'package.json'].map((name) => path.join(folder, name))
  for (const file of files) {
    const patterns = patternsIn(file)
    if (patterns !== undefined) return { file, patterns }
  }
  return undefined
}

/** The list of pnpm, that of npm, Yarn and Bun, or the object that Yarn takes, too. */
function patternsIn(file: string): string[] | undefined {
  const value = file.endsWith('.yaml') ? readYaml(file) : readObject(file)?.workspaces
  const patterns = isObject(value) ? value.packages : value
  return Array.isArray(patterns) ? patterns.map(String) : undefined
}

function readYaml(file: string): unknown {
  try {
    return load(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The last pattern that fits decides: one that begins with `!` takes members out. */
function isMember(member: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((each) => patternOf(each.replace(/^!/, '')).test(member))
  return last !== undefined && !last.startsWith('!')
}

function patternOf(glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '').replace(/\/+$/, '')
  const source = plain
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_all, list: string) => `(${list.replaceAll(',', '|')})`)
    .replace(/\*\*\/|\*+|\?/g, (sign) => SIGNS[sign] ?? '.*')
  return new RegExp(`^${source}$`)
}

const SIGNS: Readonly<Record<string, string>> = { '**/': '(.*/)?', '*': '[^/]*', '?': '[^/]' }
