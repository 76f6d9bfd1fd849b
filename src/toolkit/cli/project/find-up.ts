import { existsSync } from 'node:fs'
import path from 'node:path'

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
