import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { isObject } from '../../openapi/json.js'
import { defined } from '../../shared/defined.js'
import { CommandError } from '../arguments/arguments.js'
import { type Executable, type Execution, execute } from '../process/child.js'
import { findUp, posixPath, readObject } from './files.js'

/** A `tsconfig.json` with what it extends. */
export interface Tsconfig {
  readonly file: string
  readonly options: Readonly<Record<string, unknown>>
  /** Compiled files, or patterns of them; by default everything below its folder. */
  readonly include?: readonly string[]
}

const MAX_DEPTH = 20

/** Reads a configuration and ignores any part of it that cannot be read. */
export function readTsconfig(file: string, depth = 0): Tsconfig {
  const { compilerOptions, include, files, extends: base } = readObject(file) ?? {}
  const bases = depth < MAX_DEPTH ? [base].flat().flatMap((name) => resolveBase(name, file)) : []
  const inherited = bases.map((each) => readTsconfig(each, depth + 1))
  const own = isObject(compilerOptions) ? compilerOptions : {}
  const [outDir] = resolvePath(own.outDir, file)
  const [rootDir] = resolvePath(own.rootDir, file)
  const folders = defined({ outDir, rootDir })
  const patterns = [files, include].flat().flatMap((each) => resolvePath(each, file))
  const included =
    patterns.length > 0 ? patterns : inherited.findLast((each) => each.include)?.include
  return {
    file,
    options: Object.assign({}, ...inherited.map(({ options }) => options), own, folders),
    ...(included && { include: included }),
  }
}

/** Paths are relative to the file that contains them, except those from `${configDir}`. */
function resolvePath(name: unknown, file: string): string[] {
  if (typeof name !== 'string') return []
  return [name.startsWith(CONFIG_DIR) ? name : path.resolve(path.dirname(file), name)]
}

const CONFIG_DIR = '$' + '{configDir}'

/** A folder or a pattern of a configuration, relative to the folder of that configuration. */
export function fromConfig({ file }: Tsconfig, name: string): string {
  const folder = path.dirname(file)
  const absolute = name.startsWith(CONFIG_DIR)
    ? path.join(folder, name.slice(CONFIG_DIR.length))
    : name
  return posixPath(path.relative(folder, absolute)) || '.'
}

/** The file that `extends` names: by its path, or in a package. */
function resolveBase(name: unknown, from: string): string[] {
  if (typeof name !== 'string') return []
  if (/^(\.{1,2}(\/|$)|\/)/.test(name)) {
    const file = path.resolve(path.dirname(from), name)
    return [file, `${file}.json`].filter(existsSync).slice(0, 1)
  }
  const require = createRequire(from)
  for (const each of [name, `${name}.json`, `${name}/tsconfig.json`]) {
    try {
      return [require.resolve(each)]
    } catch {
      // It has another name, or is not installed.
    }
  }
  return []
}

/** The extension of import specifiers that the project's configuration implies; by default `js`. */
export function importExtensionOf(folder: string): 'js' | 'ts' {
  const file = findUp(folder, 'tsconfig.json')
  const options = file === undefined ? {} : readTsconfig(file).options
  const isNative =
    options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true
  return isNative ? 'ts' : 'js'
}

/**
 * Finds the TypeScript compiler of a project. TypeScript 7 has a native executable; its script would start
 * that as a second process, which outlives the first when the first is terminated.
 */
export async function findCompiler(root: string): Promise<Executable> {
  const lib = path.join(packageFolder('typescript', root), 'lib')
  const native = path.join(lib, 'getExePath.js')
  if (!existsSync(native)) return [process.execPath, path.join(lib, 'tsc.js')]
  const { default: getExePath } = await import(pathToFileURL(native).href)
  return [getExePath()]
}

function packageFolder(name: string, root: string): string {
  try {
    const require = createRequire(path.resolve(root, 'package.json'))
    return path.dirname(require.resolve(`${name}/package.json`))
  } catch {
    throw new CommandError(`${name} is not installed here; run npm install --save-dev ${name}`)
  }
}

export async function tsc(cwd: string, args: readonly string[]): Promise<Execution> {
  const [file, ...first] = await findCompiler(process.cwd())
  return execute(file, [...first, ...args], { cwd, timeout: 600_000 })
}

/** Reason why this Node does not run TypeScript; `undefined` if it does. */
export function lacksTypeScript(
  env: NodeJS.ProcessEnv = process.env,
  features: Readonly<Record<string, unknown>> = { ...process.features },
): string | undefined {
  // NODE_OPTIONS may name a loader.
  if (features.typescript || env.NODE_OPTIONS) return undefined
  return `Node runs TypeScript as it is from 22.18 on; this is ${process.versions.node}`
}
