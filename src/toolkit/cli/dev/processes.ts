import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Child, type ChildListener, type ChildSettings } from '../process/child.js'
import { BIN, DIST, GENERATOR_FLAGS } from '../process/own-package.js'
import { FOLDER, treesAt } from '../project/changes.js'
import { type EntryPoint, exists } from './entry-point.js'

/** A script that watches the document, and the folders of its code. */
export interface GeneratorScript {
  readonly script: string
  readonly code: readonly string[]
}

const OWN: GeneratorScript = { script: BIN, code: [DIST] }

/** The generator, which watches the document in a process of its own. */
export class GeneratorProcess {
  /** True if the last run succeeded. */
  isDone = false
  readonly #settings: ChildSettings
  readonly #ran: () => void
  readonly #generator: GeneratorScript
  readonly #args: readonly string[]
  #child: Child | undefined
  #digest = ''

  /** @param ran - Called after each run. */
  constructor(settings: ChildSettings, args: readonly string[], ran: () => void, generator = OWN) {
    this.#args = args
    this.#generator = generator
    this.#settings = settings
    this.#ran = ran
  }

  /** Starts it, or starts it again if its code has changed; resolves after its first run. */
  async refresh(): Promise<void> {
    const { script, code } = this.#generator
    const current = digest(code)
    if (current === this.#digest) return
    this.#digest = current
    await this.#child?.stop()
    await new Promise<void>((resolve) => {
      const done = (isDone: boolean) => {
        this.isDone = isDone
        this.#ran()
        resolve()
      }
      const listener: ChildListener = {
        message: (message) => done((message as { code: number }).code === 0),
        ended(why) {
          console.error(`generator: ended with ${why}; waiting for a change`)
          done(false)
        },
      }
      const args = ['generate', '--watch', ...this.#args]
      this.#child = new Child(script, args, this.#settings, listener, GENERATOR_FLAGS)
    })
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#child?.stop(signal)
  }
}

/** Code of a server that Node runs as TypeScript. */
const TYPESCRIPT = /\.([cm]?[jt]s|json)$/

/** The server of the project, in a process of its own. */
export class ServerProcess {
  readonly #settings: ChildSettings
  readonly #entry: EntryPoint
  #child: Child | undefined
  #compiled = ''
  #running = ''

  constructor(settings: ChildSettings, entry: EntryPoint) {
    this.#settings = settings
    this.#entry = entry
  }

  /** Call when the code in these folders is compiled. */
  compiled(folders: readonly string[]): void {
    const isTypeScript = /\.[cm]?ts$/.test(this.#entry.file)
    this.#compiled = isTypeScript ? digest(folders, TYPESCRIPT) : digest(folders)
  }

  /** Starts the server, or starts it again if the compiled code has changed. */
  async refresh(): Promise<void> {
    if (this.#compiled === this.#running || !exists(this.#entry)) return
    this.#running = this.#compiled
    await this.#child?.stop()
    const { file, args, flags } = this.#entry
    const ended = (why: string) => console.error(`server: ended with ${why}; waiting for a change`)
    this.#child = new Child(file, args, this.#settings, { ended }, flags)
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#child?.stop(signal)
  }
}

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
