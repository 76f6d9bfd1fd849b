import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../generator/write/write.js'

/** Writes missing files of a project. */
export class FileWriter {
  readonly root: string
  /** The files that it wrote. */
  readonly files: string[] = []
  /** Files that stay as they are, and what the user has to do, one line each. */
  readonly notes: string[] = []

  constructor(root: string) {
    this.root = root
  }

  /** Writes a file unless it exists. Resolves with true if it is written. */
  async add(name: string, text: string | Buffer, mode = 0o666): Promise<boolean> {
    const file = path.join(this.root, name)
    await makeFolder(path.dirname(file))
    const isNew = await writeFile(file, text, { flag: 'wx', mode }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (isNew) this.files.push(name)
    else this.notes.push(`${name}: is there already, and left as it is`)
    return isNew
  }

  has(name: string): boolean {
    return existsSync(path.join(this.root, name))
  }
}
