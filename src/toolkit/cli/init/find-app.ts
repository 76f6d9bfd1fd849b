import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The place in the code that builds a Fastify app, or is given one by fastify-cli. */
export interface AppSource {
  readonly file: string
  /** The app's variable. */
  readonly name: string
  /** True if the file uses `require`. */
  readonly requires: boolean
}

/** The file that fastify-cli starts, as a script says: a plugin, which builds no app. */
const STARTED = /\bfastify\s+start\b[^&|;]*?([\w./-]+)\.[cm]?[jt]s\b/

/** Its app: what it registers its first plugin or route at. */
const USE = /\b(\w+)\.(?:register|route|get|post|decorate|addHook)\(/

function pluginOf(
  root: string,
  sources: readonly string[],
  scripts: Readonly<Record<string, string>>,
): AppSource | undefined {
  const [, started] = [scripts.start, ...Object.values(scripts)].flatMap(
    (script = '') => STARTED.exec(script) ?? [],
  )
  const stem = path.posix.basename(started ?? '')
  const [file] = sources
    .filter((each) => path.posix.parse(each).name === stem && !isTest(each))
    .sort((one, other) => one.split('/').length - other.split('/').length)
  if (started === undefined || file === undefined) return undefined
  const text = readFileSync(path.join(root, file), 'utf8')
  return { file, name: USE.exec(text)?.[1] ?? 'fastify', requires: usesRequire(text) }
}

function usesRequire(text: string): boolean {
  return !/^\s*import\b/m.test(text)
}

function isTest(file: string): boolean {
  return /(^|\/)(tests?|__tests__)\/|\.(test|spec)\./.test(file)
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

/** The first file that builds a Fastify app, except tests; else what fastify-cli starts. */
export function findApp(
  root: string,
  sources: readonly string[],
  scripts: Readonly<Record<string, string>> = {},
): AppSource | undefined {
  for (const file of sources) {
    if (isTest(file)) continue
    const text = readFileSync(path.join(root, file), 'utf8')
    const [imported, own, required] = IMPORT.exec(text) ?? []
    const build = imported === undefined ? null : buildOf(own ?? required ?? 'fastify').exec(text)
    if (build === null) continue
    return { file, name: build[1] ?? 'app', requires: usesRequire(text) }
  }
  return pluginOf(root, sources, scripts)
}
