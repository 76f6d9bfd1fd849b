import { readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'
import { isObject } from '../../openapi/json.js'
import { posixPath, readObject } from '../project/files.js'

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
