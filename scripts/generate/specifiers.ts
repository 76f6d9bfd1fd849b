import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's root: this file is `dist/scripts/generate/specifiers.js` when it runs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** How a file in a folder imports the runtime: by path inside this package, else by its name. */
export function runtimeSpecifier(folder: string): string {
  return isInside(folder, ROOT)
    ? specifier(folder, path.join(ROOT, 'src/contract/index.js'))
    : 'plant-store/contract'
}

/** How a file in a folder imports another file. */
export function specifier(folder: string, file: string): string {
  const relative = path.relative(path.resolve(folder), path.resolve(file))
  const posix = relative.split(path.sep).join('/')
  return posix.startsWith('../') ? posix : `./${posix}`
}

/** Whether a path is a folder or something in it. */
export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(path.resolve(outer), path.resolve(inner))
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}
