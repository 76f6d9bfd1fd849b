import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { FOLDER, treesAt } from '../project/snapshot.js'

/** Code, and the data that it may import. */
const CODE = /\.([cm]?js|json)$/

/** Code of a server that Node runs as TypeScript. */
export const TYPESCRIPT = /\.([cm]?[jt]s|json)$/

/** A hash of the code in these folders; one may be missing. */
export function digest(folders: readonly string[], code = CODE): string {
  const hash = createHash('sha256')
  const files = [...treesAt(folders, code)].filter(([, mark]) => mark !== FOLDER)
  for (const [file, mark] of files.sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(file).update('\0').update(hashOf(file, mark))
  }
  return hash.digest('hex')
}

/** Hashes of files with their marks: most of a project is the same after an edit. */
const known = new Map<string, { readonly mark: string; readonly hash: Buffer }>()

function hashOf(file: string, mark: string): Buffer {
  const last = known.get(file)
  if (last?.mark === mark) return last.hash
  const hash = createHash('sha256').update(read(file)).digest()
  known.set(file, { mark, hash })
  return hash
}

function read(file: string): Buffer {
  try {
    return readFileSync(file)
    /* c8 ignore next 3 -- it was removed just now, as when the compiler starts again */
  } catch {
    return Buffer.alloc(0)
  }
}
