import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Folders without hand-written code. */
const NO_SOURCES = /^(\..*|node_modules|dist|build|out|coverage|generated)$/

/** Files of code, except declarations and settings of tools. */
const SOURCE = /(?<!\.d)(?<!\.config)\.[cm]?[jt]sx?$/

const MAX_FILES = 2000
const MAX_DEPTH = 6

/** The files of code of a project, by their paths in it. */
export function sourcesIn(root: string): string[] {
  const sources: string[] = []
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (sources.length >= MAX_FILES) return
      const name = path.posix.join(folder, entry.name)
      if (!entry.isDirectory()) sources.push(...(SOURCE.test(entry.name) ? [name] : []))
      else if (depth < MAX_DEPTH && !NO_SOURCES.test(entry.name)) visit(name, depth + 1)
    }
  }
  visit('', 0)
  return sources
}

/** The place in the code that builds a Fastify app. */
export interface AppSource {
  readonly file: string
  /** The app's variable. */
  readonly name: string
  /** True if the file uses `require`. */
  readonly requires: boolean
}

const IMPORT = /(?:\bfrom\s*|\brequire\(\s*)['"]fastify['"]/
const BUILD = /(?:\b(?:const|let|var)\s+(\w+)[^=\n]*=\s*(?:await\s+)?)?\b[fF]astify(?:<[^()]*>)?\(/

/** The first file that builds a Fastify app, except tests. */
export function findApp(root: string, sources: readonly string[]): AppSource | undefined {
  for (const file of sources) {
    if (/(^|\/)(tests?|__tests__)\/|\.(test|spec)\./.test(file)) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    const build = IMPORT.test(text) ? BUILD.exec(text) : null
    if (build === null) continue
    return { file, name: build[1] ?? 'app', requires: !/^\s*import\b/m.test(text) }
  }
  return undefined
}
