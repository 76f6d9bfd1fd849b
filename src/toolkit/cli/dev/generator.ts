import { BIN, packageFile } from '../bin.js'
import { GENERATOR_FLAGS } from '../generator-flags.js'
import { Child, type Listener, type Surroundings } from './child.js'
import { digest } from './digest.js'

/** A program that watches the document, and the folders of its code. */
export interface Program {
  readonly script: string
  readonly code: readonly string[]
}

/** This toolkit's. */
const OWN: Program = { script: BIN, code: [packageFile('../')] }

/** The generator, which watches the document in a process of its own. */
export class Generator {
  /** Whether the document, as it is, was generated from. */
  isDone = false
  readonly #surroundings: Surroundings
  readonly #ran: () => void
  readonly #program: Program
  readonly #args: readonly string[]
  #child: Child | undefined
  #digest = ''

  /** `ran` is called after each run, of which the arguments are told. */
  constructor(surroundings: Surroundings, args: readonly string[], ran: () => void, program = OWN) {
    this.#args = args
    this.#program = program
    this.#surroundings = surroundings
    this.#ran = ran
  }

  /** Starts it, again when its code is new; resolves when it has run once. */
  async refresh(): Promise<void> {
    const code = digest(this.#program.code)
    if (code === this.#digest) return
    this.#digest = code
    await this.#child?.stop()
    await new Promise<void>((resolve) => {
      const done = (isDone: boolean) => {
        this.isDone = isDone
        this.#ran()
        resolve()
      }
      const listener: Listener = {
        message: (message) => done((message as { code: number }).code === 0),
        ended(why) {
          console.error(`generator: ended with ${why}; waiting for a change`)
          done(false)
        },
      }
      const args = ['generate', '--watch', ...this.#args]
      this.#child = new Child(
        this.#program.script,
        args,
        this.#surroundings,
        listener,
        GENERATOR_FLAGS,
      )
    })
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    await this.#child?.stop(signal)
  }
}
