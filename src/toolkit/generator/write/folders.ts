import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Creates a folder and its missing parents. The `recursive` of Node 20 never ends on a file system such as
 * `/proc`, which answers ENOENT to the creation of a folder in an existing one.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const parent = path.dirname(path.resolve(folder))
  await makeFolder(parent)
  // Another process may create it at the same time.
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
