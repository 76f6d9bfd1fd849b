import { Child, type Surroundings } from './child.js'
import { digest } from './digest.js'
import { type Entry, isThere } from './entry.js'

/** Code that Node runs as it is: of TypeScript it takes the types out itself. */
const TYPESCRIPT = /\.([cm]?[jt]s|json)$/

/** The server of the project, in a process of its own. */
export class Server {
  readonly #surroundings: Surroundings
  readonly #entry: Entry
  #child: Child | undefined
  #compiled = ''
  #running = ''

  constructor(surroundings: Surroundings, entry: Entry) {
    this.#surroundings = surroundings
    this.#entry = entry
  }

  /** The code in these folders is compiled: this is what is to run. */
  compiled(folders: readonly string[]): void {
    const isTypeScript = /\.[cm]?ts$/.test(this.#entry.file)
    this.#compiled = isTypeScript ? digest(folders, TYPESCRIPT) : digest(folders)
  }

  /** Starts it, again when what was compiled is not what runs. */
  async refresh(): Promise<void> {
    if (this.#compiled === this.#running || !isThere(this.#entry)) return
    this.#running = this.#compiled
    await this.#child?.stop()
    const { file, args, flags } = this.#entry
    const ended = (why: string) => console.error(`server: ended with ${why}; waiting for a change`)
    this.#child = new Child(file, args, this.#surroundings, { ended }, flags)
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#child?.stop(signal)
  }
}
