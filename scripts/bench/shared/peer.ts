import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Imports a package of another tool from the folder that it was installed in. */
// biome-ignore lint/suspicious/noExplicitAny: the package may not be installed, so its types are unknown
export function importPeer(folder: string, name: string): Promise<any> {
  const file = createRequire(path.join(folder, 'package.json')).resolve(name)
  return import(pathToFileURL(file).href)
}
