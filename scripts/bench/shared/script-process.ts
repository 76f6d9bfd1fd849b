import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** A script in a process of its own, which answers each message with one. */
export class ScriptProcess<Question extends object, Answer> {
  readonly #child: ChildProcess

  constructor(script: URL, ...args: readonly string[]) {
    this.#child = spawn(process.execPath, [fileURLToPath(script), ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  /** Resolves with its next message. @throws {Error} if it ends instead, or tells a failure. */
  async answer(): Promise<Answer> {
    const [answer] = await this.#messageOrExit()
    if (typeof answer !== 'object' || answer === null) throw new Error(`exit code ${answer}`)
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  }

  async #messageOrExit() {
    const settled = new AbortController()
    const { signal } = settled
    try {
      const message = once(this.#child, 'message', { signal })
      return await Promise.race([message, once(this.#child, 'exit', { signal })])
    } finally {
      // Removes the listener of the other one.
      settled.abort()
    }
  }

  ask(question: Question): Promise<Answer> {
    this.#child.send(question)
    return this.answer()
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.disconnect()
    await exit
  }
}
