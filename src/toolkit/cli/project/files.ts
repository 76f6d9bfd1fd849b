import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isInside } from '../../generator/shared/import-specifier.js'
import { isObject } from '../../openapi/json.js'

export function findUp(folder: string, name: string): string | undefined {
  const resolved = path.resolve(folder)
  const file = path.join(resolved, name)
  if (existsSync(file)) return file
  const above = path.dirname(resolved)
  return above === resolved ? undefined : findUp(above, name)
}

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
  const value = readJson(file)
  return isObject(value) ? value : undefined
}

/** The same for any value. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(toPlainJson(readFileSync(file, 'utf8')))
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
