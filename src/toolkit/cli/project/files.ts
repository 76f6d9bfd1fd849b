import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isInside } from '../../generator/shared/import-specifier.js'
import { isObject } from '../../openapi/json.js'

/** The nearest file of this name, in a folder or above it. */
export function findUp(folder: string, name: string): string | undefined {
  const resolved = path.resolve(folder)
  const file = path.join(resolved, name)
  if (existsSync(file)) return file
  const above = path.dirname(resolved)
  return above === resolved ? undefined : findUp(above, name)
}

/** The project that a folder belongs to: the folder of the nearest `package.json`. */
export function projectRoot(folder: string): string | undefined {
  const file = findUp(folder, 'package.json')
  return file && path.dirname(file)
}

/** A path with slashes, as on every system but Windows. */
export function posixPath(file: string): string {
  return file.split(path.sep).join('/')
}

/**
 * The folder of handlers for a folder of generated code: `handlers` beside it if that is in `src`,
 * otherwise `src/handlers` beside it; never outside of the project.
 */
export function stubsFolderOf(out: string): string {
  const folder = path.dirname(path.resolve(out))
  const project = projectRoot(out) ?? folder
  const parent = isInside(folder, project) ? folder : project
  const isInSource = path.relative(project, parent).split(path.sep).includes('src')
  const stubs = path.join(parent, isInSource ? 'handlers' : 'src/handlers')
  return path.isAbsolute(out) ? stubs : path.relative('.', stubs)
}

/**
 * The object in a JSON file, which may have the comments and trailing commas that TypeScript allows;
 * `undefined` if there is no such file, or no object in it.
 */
export function readObject(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(toPlainJson(readFileSync(file, 'utf8')))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const STRING = '"(?:\\\\.|[^"\\\\])*"'
const COMMENT = new RegExp(`(${STRING})|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, 'g')
const TRAILING_COMMA = new RegExp(`(${STRING})|,(?=\\s*[}\\]])`, 'g')

/** Both patterns match strings too, so that nothing inside a string is removed. */
function toPlainJson(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(COMMENT, (_all, string = '') => string)
  return plain.replace(TRAILING_COMMA, (_all, string = '') => string)
}

/** A `tsconfig.json` with what it extends. */
export interface Tsconfig {
  readonly file: string
  readonly options: Readonly<Record<string, unknown>>
  /** Compiled files, or patterns of them; by default everything below its folder. */
  readonly include?: readonly string[]
}

/** Longest chain of `extends`. */
const MAX_DEPTH = 20

/** Reads a configuration and ignores any part of it that cannot be read. */
export function readTsconfig(file: string, depth = 0): Tsconfig {
  const { compilerOptions, include, files, extends: base } = readObject(file) ?? {}
  const bases = depth < MAX_DEPTH ? [base].flat().flatMap((name) => resolveBase(name, file)) : []
  const inherited = bases.map((each) => readTsconfig(each, depth + 1))
  const own = isObject(compilerOptions) ? compilerOptions : {}
  const patterns = [files, include].flat().flatMap((each) => resolvePath(each, file))
  const included =
    patterns.length > 0 ? patterns : inherited.findLast((each) => each.include)?.include
  return {
    file,
    options: Object.assign(
      {},
      ...inherited.map(({ options }) => options),
      own,
      resolveFolders(own, file),
    ),
    ...(included && { include: included }),
  }
}

/** Paths are relative to the file that contains them, except those from `${configDir}`. */
function resolvePath(name: unknown, file: string): string[] {
  if (typeof name !== 'string') return []
  return [name.startsWith(CONFIG_DIR) ? name : path.resolve(path.dirname(file), name)]
}

const CONFIG_DIR = '$' + '{configDir}'

function resolveFolders({ outDir, rootDir }: Tsconfig['options'], file: string): object {
  const [out] = resolvePath(outDir, file)
  const [root] = resolvePath(rootDir, file)
  return { ...(out && { outDir: out }), ...(root && { rootDir: root }) }
}

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
