import path from 'node:path'
import { Child, type Surroundings } from './child.js'
import { digest } from './digest.js'

/** The server of the project, in a process of its own. */
export class Server {
  readonly #surroundings: Surroundings
  #child: Child | undefined
  #compiled = ''
  #running = ''

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** The code is compiled: this is what is to run. */
  compiled(): void {
    const folders = ['dist/src', 'dist/generated', 'generated']
    this.#compiled = digest(...folders.map((name) => path.join(this.#surroundings.root, name)))
  }

  /** Starts it, again when what was compiled is not what runs. */
  async refresh(): Promise<void> {
    if (this.#compiled === this.#running) return
    this.#running = this.#compiled
    await this.#child?.stop()
    const script = path.join(this.#surroundings.root, 'dist/src/server/main.js')
    this.#child = new Child(script, [], this.#surroundings, {
      ended: (why) => console.error(`server: ended with ${why}; waiting for a change`),
    })
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#child?.stop(signal)
  }
}
