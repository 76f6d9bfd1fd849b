import { Child, type ChildSettings } from '../process/child.js'
import { digest } from './digest.js'
import { type EntryPoint, exists } from './entry-point.js'

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
