import { type StdioOptions, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { type ChildSettings, type Executable, execute } from '../process/child.js'
import { findCompiler } from '../project/typescript.js'
import { twoLevels } from './compiler-output.js'

export type CompiledProject = Awaited<ReturnType<typeof readProject>>

/** Part of the output of `tsc --showConfig`, which resolves `extends`. */
interface ShownConfig {
  readonly compilerOptions?: {
    readonly outDir?: string
    readonly allowJs?: boolean
    readonly rootDir?: string
    readonly noEmitOnError?: boolean
    readonly composite?: boolean
    readonly declaration?: boolean
    readonly isolatedModules?: boolean
    readonly verbatimModuleSyntax?: boolean
  }
  readonly files?: readonly string[]
  readonly include?: readonly string[]
  readonly references?: readonly { readonly path: string }[]
}

/** Reads the tsconfig.json of a folder and those that it refers to: folders of sources and of output. */
export async function readProject(compiler: Executable, root: string) {
  const configs = new Set<string>()
  const waiting = [path.join(root, 'tsconfig.json')]
  const sources: string[] = []
  const outputs: string[] = []
  const parts: ReturnType<typeof partOf>[] = []
  let [isCheckedFirst, hasDeclarations, hasJavaScript] = [false, false, false]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (configs.has(file)) continue
    configs.add(file)
    const folder = path.dirname(file)
    const config = await showConfig(compiler, file)
    const { references = [], compilerOptions: options = {} } = config
    const { outDir, noEmitOnError, composite, declaration } = options
    isCheckedFirst ||= noEmitOnError === true
    hasJavaScript ||= options.allowJs === true
    hasDeclarations ||= declaration === true || composite === true
    sources.push(...sourceFolders(config).map((name) => path.resolve(folder, name)))
    outputs.push(...(outDir === undefined ? [] : [path.resolve(folder, outDir)]))
    parts.push(partOf(file, config))
    // A reference names a file, or the folder of a tsconfig.json.
    const named = references.map((each) => path.resolve(folder, each.path))
    const configOf = (each: string) =>
      each.endsWith('.json') ? each : path.join(each, 'tsconfig.json')
    waiting.push(...named.map(configOf))
  }
  // Project references need `tsc -b`.
  const isBuild = configs.size > 1
  const all = { configs: [...configs], sources: [...new Set(sources)], outputs, parts }
  // Whether `dev` has the code before it is checked. Declarations are only written together with the check.
  const isTranslated = !isBuild && !isCheckedFirst && !hasDeclarations
  return { ...all, hasJavaScript, isBuild, isCheckedFirst, isTranslated }
}

/** One configuration of a project; `isIsolated`: each of its files can be compiled without the others. */
function partOf(config: string, { compilerOptions = {}, files = [] }: ShownConfig) {
  const { outDir, rootDir, isolatedModules, verbatimModuleSyntax } = compilerOptions
  const folder = path.dirname(config)
  return {
    config,
    files: new Set(files.map((each) => path.resolve(folder, each))),
    // Otherwise its place in the output follows from all files, and its imports from what they export.
    isIsolated:
      outDir !== undefined &&
      rootDir !== undefined &&
      (isolatedModules === true || verbatimModuleSyntax === true),
  }
}

/** Empty if the compiler cannot read the file, which it reports when it compiles. */
async function showConfig([compiler, ...first]: Executable, file: string): Promise<ShownConfig> {
  const { stdout } = await execute(compiler, [...first, '--showConfig', '-p', file], {
    timeout: 60_000,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

/** The folders of `include`: each path up to its first wildcard. */
function sourceFolders({ include, files = [], references = [] }: ShownConfig): string[] {
  if (include === undefined && files.length > 0) return files.map(path.dirname)
  if (include === undefined) return references.length > 0 ? [] : ['.']
  return include.map((pattern) => {
    const start = pattern.split(/[*?]/)[0] as string
    return start === pattern && path.extname(start) === '' ? start : path.dirname(`${start}x`)
  })
}

/**
 * Type-checks a project once, and prints the result after the compiler's own output. Resolves with true if
 * there is no problem. Code is written only where it has not been before: the server that runs loads from it.
 *
 * Not `tsc --watch`: that of TypeScript 7.0 needs fanotify, which file systems of containers lack.
 */
export async function compile(
  [file, ...first]: Executable,
  { isBuild, isTranslated }: Pick<CompiledProject, 'isBuild' | 'isTranslated'>,
  { root, env, stdio }: ChildSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const since = performance.now()
  const [input, output = 'ignore', errors] = stdio
  const isPretty = output === 'inherit' && process.stdout.isTTY
  const args = [...first, isBuild ? '-b' : '-p', '.', ...(isPretty ? ['--pretty'] : [])]
  if (isTranslated) args.push('--noEmit')
  const streams = [input, 'pipe', errors] as StdioOptions
  // What writes goes on to its end: one that is killed leaves files without content, which nothing mends.
  // TypeScript 7 takes SIGTERM for a wish.
  const end = isTranslated ? ({ signal, killSignal: 'SIGKILL' } as const) : {}
  const child = spawn(file, args, { cwd: root, env, stdio: streams, ...end })
  // The server that starts meanwhile comes first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const told: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void told.push(text))
  // An abort is reported as an error of the process.
  child.on('error', () => {})
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (signal.aborted) return false
  const text = twoLevels(told.join('')).trimEnd()
  if (text !== '') console.log(text)
  const result = code === 0 ? 'no problems' : 'problems, see above'
  console.log(`types: ${result}, ${Math.round(performance.now() - since)} ms`)
  return code === 0
}

/**
 * Checks the types of a project, and prints the problems as `dev` does. Without output, but for project references: what
 * refers to a project reads its declarations. Returns the exit code.
 */
export async function checkTypes(root: string): Promise<number> {
  const compiler = await findCompiler(root)
  const { isBuild } = await readProject(compiler, root)
  const settings = { root, env: process.env, stdio: ['inherit', 'inherit', 'inherit'] } as const
  const { signal } = new AbortController()
  return (await compile(compiler, { isBuild, isTranslated: !isBuild }, settings, signal)) ? 0 : 1
}
