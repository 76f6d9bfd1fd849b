import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The same for the same code in these folders, whenever it was written; one may be missing. */
export function digest(...folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of folders.flatMap(codeIn)) hash.update(file).update('\0').update(read(file))
  return hash.digest('hex')
}

function codeIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|json)$/.test(name))
      .sort()
      .map((name) => path.join(folder, name))
  } catch {
    return []
  }
}

function read(file: string): Buffer {
  try {
    return readFileSync(file)
    /* c8 ignore next 3 -- it went just now, as when the compiler begins anew */
  } catch {
    return Buffer.alloc(0)
  }
}
