import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Folders in which nobody writes code by hand. */
const NO_SOURCES = /^(\..*|node_modules|dist|build|out|coverage|generated)$/

/** Code, but for declarations and the settings of tools. */
const SOURCE = /(?<!\.d)(?<!\.config)\.[cm]?[jt]sx?$/

/** How many files are looked at, and how many folders deep. */
const MANY = 2000
const DEEP = 6

/** The files of code of a project, by their paths in it. */
export function sourcesIn(root: string): string[] {
  const found: string[] = []
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (found.length >= MANY) return
      const name = path.posix.join(folder, entry.name)
      if (!entry.isDirectory()) found.push(...(SOURCE.test(entry.name) ? [name] : []))
      else if (depth < DEEP && !NO_SOURCES.test(entry.name)) visit(name, depth + 1)
    }
  }
  visit('', 0)
  return found
}

/** Where an app is built. */
export interface App {
  readonly file: string
  /** The variable that holds it. */
  readonly name: string
  /** Whether the file has its modules by `require`. */
  readonly requires: boolean
}

const IMPORTED = /(?:\bfrom\s*|\brequire\(\s*)['"]fastify['"]/
const BUILT = /(?:\b(?:const|let|var)\s+(\w+)[^=\n]*=\s*(?:await\s+)?)?\b[fF]astify(?:<[^()]*>)?\(/

/** The first file that builds a Fastify app; those of tests are none. */
export function findApp(root: string, sources: readonly string[]): App | undefined {
  for (const file of sources) {
    if (/(^|\/)(tests?|__tests__)\/|\.(test|spec)\./.test(file)) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    const built = IMPORTED.test(text) ? BUILT.exec(text) : null
    if (built === null) continue
    return { file, name: built[1] ?? 'app', requires: !/^\s*import\b/m.test(text) }
  }
  return undefined
}
