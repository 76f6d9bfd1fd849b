import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { FOLDER, treesAt } from '../watch/snapshot.js'

/** What runs, and the data that it may import. */
const CODE = /\.([cm]?js|json)$/

/** The same for the same code in these folders, whenever it was written; one may be missing. */
export function digest(folders: readonly string[], code = CODE): string {
  const hash = createHash('sha256')
  const found = [...treesAt(folders, code)].filter(([, mark]) => mark !== FOLDER)
  for (const file of found.map(([name]) => name).sort()) {
    hash.update(file).update('\0').update(read(file))
  }
  return hash.digest('hex')
}

function read(file: string): Buffer {
  try {
    return readFileSync(file)
    /* c8 ignore next 3 -- it went just now, as when the compiler begins anew */
  } catch {
    return Buffer.alloc(0)
  }
}
