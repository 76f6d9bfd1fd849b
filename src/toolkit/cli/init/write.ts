import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../generator/write/write.js'

/** What became of the files of a project. */
export class Written {
  readonly root: string
  /** Those that are new. */
  readonly files: string[] = []
  /** What was left as it is, and what the user has to do, a line each. */
  readonly notes: string[] = []

  constructor(root: string) {
    this.root = root
  }

  /** Writes a file where there is none. */
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
