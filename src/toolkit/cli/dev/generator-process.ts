import { Child, type ChildListener, type ChildSettings } from '../process/child.js'
import { BIN, DIST, GENERATOR_FLAGS } from '../process/own-package.js'
import { digest } from './digest.js'

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
