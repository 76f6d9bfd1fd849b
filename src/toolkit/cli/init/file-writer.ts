import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../generator/write/write.js'

/** Writes missing files of a project. */
export class FileWriter {
  readonly root: string
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
    try {
      await writeFile(file, text, { flag: 'wx', mode })
      this.files.push(name)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      this.notes.push(`${name}: is there already, and left as it is`)
      return false
    }
  }

  has(name: string): boolean {
    return existsSync(path.join(this.root, name))
  }
}
