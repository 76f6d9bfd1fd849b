import path from 'node:path'

export function importSpecifier(folder: string, file: string): string {
  const relative = path.relative(path.resolve(folder), path.resolve(file))
  const posix = relative.split(path.sep).join('/')
  return posix.startsWith('../') ? posix : `./${posix}`
}

export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(path.resolve(outer), path.resolve(inner))
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}
