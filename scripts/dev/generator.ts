import path from 'node:path'
import { GENERATOR_FLAGS } from '../tools.js'
import { Child, type Listener, type Surroundings } from './child.js'
import { digest } from './digest.js'

/** The generator, which watches the document in a process of its own. */
export class Generator {
  /** Whether the document, as it is, was generated from. */
  isDone = false
  readonly #surroundings: Surroundings
  readonly #ran: () => void
  #child: Child | undefined
  #digest = ''

  /** `ran` is called after each run. */
  constructor(surroundings: Surroundings, ran: () => void) {
    this.#surroundings = surroundings
    this.#ran = ran
  }

  /** Starts it, again when its code is new; resolves when it has run once. */
  async refresh(): Promise<void> {
    const { root } = this.#surroundings
    // Of the runtime it uses what judges examples.
    const parts = ['dist/scripts', 'dist/src/contract/validation']
    const code = digest(...parts.map((part) => path.join(root, part)))
    if (code === this.#digest) return
    this.#digest = code
    await this.#child?.stop()
    await new Promise<void>((resolve) => {
      const done = (isDone: boolean) => {
        this.isDone = isDone
        this.#ran()
        resolve()
      }
      const script = path.join(root, 'dist/scripts/generate-cli.js')
      const listener: Listener = {
        message: (message) => done((message as { code: number }).code === 0),
        ended(why) {
          console.error(`generator: ended with ${why}; waiting for a change`)
          done(false)
        },
      }
      const args = ['--watch']
      this.#child = new Child(script, args, this.#surroundings, listener, GENERATOR_FLAGS)
    })
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#child?.stop(signal)
  }
}
