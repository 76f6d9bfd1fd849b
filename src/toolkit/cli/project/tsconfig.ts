import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isObject } from '../../openapi/json.js'
import { readObject } from './json.js'
import { nearest, posix } from './root.js'

/** What a `tsconfig.json` says, with what it extends. */
export interface Tsconfig {
  readonly file: string
  readonly options: Readonly<Record<string, unknown>>
  /** The files that are compiled, or patterns of them; none: all below its folder. */
  readonly include?: readonly string[]
}

/** How many files may extend each other. */
const LONGEST = 20

/** The configuration of TypeScript that holds for a folder. */
export function tsconfigOf(folder: string): Tsconfig | undefined {
  const file = nearest(folder, 'tsconfig.json')
  return file === undefined ? undefined : readTsconfig(file)
}

/** Reads a configuration; a part of it that cannot be read says nothing. */
export function readTsconfig(file: string, depth = 0): Tsconfig {
  const { compilerOptions, include, files, extends: base } = readObject(file) ?? {}
  const bases = depth < LONGEST ? [base].flat().flatMap((name) => located(name, file)) : []
  const inherited = bases.map((each) => readTsconfig(each, depth + 1))
  const own = isObject(compilerOptions) ? compilerOptions : {}
  const named = [files, include].flat().flatMap((each) => placed(each, file))
  const included = named.length > 0 ? named : inherited.findLast((each) => each.include)?.include
  return {
    file,
    options: Object.assign(
      {},
      ...inherited.map(({ options }) => options),
      own,
      foldersOf(own, file),
    ),
    ...(included && { include: included }),
  }
}

/** Paths are meant from the file that they stand in, but for those that say so. */
function placed(name: unknown, file: string): string[] {
  if (typeof name !== 'string') return []
  return [name.startsWith(CONFIG_DIR) ? name : path.resolve(path.dirname(file), name)]
}

const CONFIG_DIR = '$' + '{configDir}'

function foldersOf({ outDir, rootDir }: Tsconfig['options'], file: string): object {
  const [out] = placed(outDir, file)
  const [root] = placed(rootDir, file)
  return { ...(out && { outDir: out }), ...(root && { rootDir: root }) }
}

/** A folder or a pattern of a configuration, from the folder that the configuration is for. */
export function fromConfig({ file }: Tsconfig, name: string): string {
  const folder = path.dirname(file)
  const place = name.startsWith(CONFIG_DIR)
    ? path.join(folder, name.slice(CONFIG_DIR.length))
    : name
  return posix(path.relative(folder, place)) || '.'
}

/** Where a configuration is that another one names: a file, or one of a package. */
function located(name: unknown, from: string): string[] {
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
      // It is called otherwise, or is not installed.
    }
  }
  return []
}

/** What import specifiers end with, where the project does not say otherwise: `js`. */
export function importExtensionOf(folder: string): 'js' | 'ts' {
  const options = tsconfigOf(folder)?.options
  const isNative =
    options?.allowImportingTsExtensions === true ||
    options?.rewriteRelativeImportExtensions === true
  return isNative ? 'ts' : 'js'
}
