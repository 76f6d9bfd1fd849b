import { isObject } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'

/** Reports paths that differ by their last slash alone, and the first that repeats the path of the server. */
export function checkPathNames(paths: Cursor | undefined, basePath: string): void {
  if (paths === undefined || !isObject(paths.value)) return
  const all = new Map(paths.members())
  for (const [path, item] of all) {
    if (!path.endsWith('/') || path === '/' || !all.has(path.slice(0, -1))) continue
    const message = `${path} and ${path.slice(0, -1)} are two paths, and each has its own operations`
    item.warn(message, 'write them under one, unless you mean two')
  }
  const isBelow = (path: string) => path === basePath || path.startsWith(`${basePath}/`)
  const [path, item] = [...all].find(([each]) => basePath !== '' && isBelow(each)) ?? []
  const message = `${path} begins with the path of the server: it is served at ${basePath}${path}`
  item?.warn(message, 'leave it out of one of them, here or in the server')
}
