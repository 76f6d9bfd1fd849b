import { existsSync } from 'node:fs'
import path from 'node:path'

/** The nearest file of this name, in a folder or above it. */
export function nearest(folder: string, name: string): string | undefined {
  const resolved = path.resolve(folder)
  const file = path.join(resolved, name)
  if (existsSync(file)) return file
  const above = path.dirname(resolved)
  return above === resolved ? undefined : nearest(above, name)
}

/** The project that a folder belongs to: where the nearest `package.json` is. */
export function projectOf(folder: string): string | undefined {
  const file = nearest(folder, 'package.json')
  return file && path.dirname(file)
}

/** A path as it is written everywhere. */
export function posix(file: string): string {
  return file.split(path.sep).join('/')
}
