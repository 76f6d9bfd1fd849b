import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The place in the code that builds a Fastify app. */
export interface AppSource {
  readonly file: string
  /** The app's variable. */
  readonly name: string
  /** True if the file uses `require`. */
  readonly requires: boolean
}

/** The package, and what a file names it. */
const IMPORT =
  /(?:\bimport\s+(?!type\b)(?:\*\s*as\s+)?(\w+)?[^'";]*\bfrom\s*|(?:(\w+)\s*=\s*)?\brequire\(\s*)['"]fastify['"]/

/** A call of the package under a name, or of what `require` returns, and the variable of the app. */
function buildOf(name: string): RegExp {
  const variable = String.raw`(?:\b(?:const|let|var)\s+(\w+)[^=\n]*=\s*(?:await\s+)?)?`
  const required = String.raw`require\(\s*['"]fastify['"]\s*\)(?:\.\w+)?`
  return new RegExp(`${variable}\\b(?:\\w+\\.)?(?:${name}|[fF]astify|${required})(?:<[^()]*>)?\\(`)
}

/** The first file that builds a Fastify app, except tests. */
export function findApp(root: string, sources: readonly string[]): AppSource | undefined {
  for (const file of sources) {
    if (/(^|\/)(tests?|__tests__)\/|\.(test|spec)\./.test(file)) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    const [imported, own, required] = IMPORT.exec(text) ?? []
    const build = imported === undefined ? null : buildOf(own ?? required ?? 'fastify').exec(text)
    if (build === null) continue
    return { file, name: build[1] ?? 'app', requires: !/^\s*import\b/m.test(text) }
  }
  return undefined
}
