import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { FOLDER, treesAt } from '../watch/snapshot.js'

/** Code, and the data that it may import. */
const CODE = /\.([cm]?js|json)$/

/** A hash of the code in these folders; one may be missing. */
export function digest(folders: readonly string[], code = CODE): string {
  const hash = createHash('sha256')
  const files = [...treesAt(folders, code)].filter(([, mark]) => mark !== FOLDER)
  for (const file of files.map(([name]) => name).sort()) {
    hash.update(file).update('\0').update(read(file))
  }
  return hash.digest('hex')
}

function read(file: string): Buffer {
  try {
    return readFileSync(file)
    /* c8 ignore next 3 -- it was removed just now, as when the compiler starts again */
  } catch {
    return Buffer.alloc(0)
  }
}
