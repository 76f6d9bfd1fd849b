import path from 'node:path'
import { execute } from '../execute.js'
import type { Compiler } from '../tsc.js'

/** What the compiler makes of a folder: from where to where. */
export interface Project {
  /** The files that say so. */
  readonly configs: readonly string[]
  /** The folders of its sources. */
  readonly sources: readonly string[]
  /** The folders that it writes into. */
  readonly outputs: readonly string[]
  /** Whether it consists of several, of which each is compiled after those that it refers to. */
  readonly isBuild: boolean
}

/** The part of a tsconfig.json that is read here, with all that it inherits. */
interface Config {
  readonly compilerOptions?: { readonly outDir?: string }
  readonly files?: readonly string[]
  readonly include?: readonly string[]
  readonly references?: readonly { readonly path: string }[]
}

/** Reads the tsconfig.json of a folder, and those that it refers to. */
export async function readProject(compiler: Compiler, root: string): Promise<Project> {
  const configs = new Set<string>()
  const waiting = [path.join(root, 'tsconfig.json')]
  const sources: string[] = []
  const outputs: string[] = []
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (configs.has(file)) continue
    configs.add(file)
    const folder = path.dirname(file)
    const config = await show(compiler, file)
    const { references = [], compilerOptions: { outDir } = {} } = config
    sources.push(...sourcesOf(config).map((name) => path.resolve(folder, name)))
    outputs.push(...(outDir === undefined ? [] : [path.resolve(folder, outDir)]))
    waiting.push(...references.map((each) => configOf(path.resolve(folder, each.path))))
  }
  const isBuild = configs.size > 1
  return { configs: [...configs], sources: [...new Set(sources)], outputs, isBuild }
}

/** What the compiler reads in it; nothing where it cannot, which it tells when it compiles. */
async function show([program, ...first]: Compiler, file: string): Promise<Config> {
  const { stdout } = await execute(program, [...first, '--showConfig', '-p', file], {
    timeout: 60_000,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

/** A reference names a file, or the folder of a tsconfig.json. */
function configOf(reference: string): string {
  return reference.endsWith('.json') ? reference : path.join(reference, 'tsconfig.json')
}

/** The folders of what is included: up to the first pattern in a path. */
function sourcesOf({ include, files = [], references = [] }: Config): string[] {
  if (include === undefined && files.length > 0) return files.map(path.dirname)
  if (include === undefined) return references.length > 0 ? [] : ['.']
  return include.map((pattern) => {
    const start = pattern.split(/[*?]/)[0] as string
    return start === pattern && path.extname(start) === '' ? start : path.dirname(`${start}x`)
  })
}
