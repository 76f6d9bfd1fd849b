import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a folder and those above it that are missing. Node 20's own `recursive` never ends where a
 * file system answers ENOENT to whoever makes a folder in one that is there, as `/proc` does.
 */
export async function makeFolder(folder: string): Promise<void> {
  for (const missing of await missingAbove(path.resolve(folder))) {
    await mkdir(missing).catch(noneIfThere)
  }
}

/** The folders on the way to one that are not there, the outermost first. */
async function missingAbove(folder: string): Promise<string[]> {
  const missing: string[] = []
  let place = folder
  while (!(await isThere(place))) {
    missing.unshift(place)
    place = path.dirname(place)
  }
  return missing
}

async function isThere(place: string): Promise<boolean> {
  try {
    await stat(place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Somebody else may have made it meanwhile. */
function noneIfThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
