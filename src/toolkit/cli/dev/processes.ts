import { type Child, type ChildSettings, startChild } from '../process/child.js'
import { BIN, DIST, GENERATOR_FLAGS } from '../process/own-process.js'
import { digest } from './server-process.js'

/** A script that watches the document, and the folders of its code. */
export interface GeneratorScript {
  readonly script: string
  readonly code: readonly string[]
}

/**
 * The generator, which watches the document in a process of its own.
 *
 * @param ran - Called after each run.
 */
export function generatorProcess(
  settings: ChildSettings,
  args: readonly string[],
  ran: () => void,
  { script, code }: GeneratorScript = { script: BIN, code: [DIST] },
) {
  let child: Child | undefined
  let running = ''
  const generator = {
    /** True if the last run succeeded. */
    isDone: false,
    /** Starts it, or starts it again if its code has changed; resolves after its first run. */
    async refresh(): Promise<void> {
      const current = digest(code)
      if (current === running) return
      running = current
      await child?.stop()
      await new Promise<void>((resolve) => {
        const done = (isDone: boolean) => {
          generator.isDone = isDone
          ran()
          resolve()
        }
        const message = (message: unknown) => done((message as { code: number }).code === 0)
        const ended = (why: string) => {
          console.error(`generator: ended with ${why}; waiting for a change`)
          done(false)
        }
        const all = ['generate', '--config=none', '--watch', ...args]
        child = startChild(script, all, settings, { message, ended }, GENERATOR_FLAGS)
      })
    },
    stop: async (signal: NodeJS.Signals) => child?.stop(signal),
  }
  return generator
}
