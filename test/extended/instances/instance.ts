import type { Test } from 'tap'
import { freePort } from '../../../scripts/shared/free-ports.js'
import { token } from '../../server/helpers.js'
import { launch, type Running } from '../../server/process.js'
import type { Backend, Balancer } from './balancer.js'

/** A server behind a balancer, which one process after the other is. */
export class Instance {
  readonly #t: Test
  readonly #balancer: Balancer
  readonly #storeUrl: string
  #running: (Running & Backend) | undefined

  constructor(t: Test, balancer: Balancer, storeUrl: string) {
    this.#t = t
    this.#balancer = balancer
    this.#storeUrl = storeUrl
  }

  get isRunning(): boolean {
    const child = this.#running?.child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Resolves when the balancer sends requests to it. */
  async start(): Promise<void> {
    const adminPort = await freePort()
    const env = {
      BEARER_TOKENS: token,
      STORE_URL: this.#storeUrl,
      ADMIN_PORT: String(adminPort),
      LOG_LEVEL: 'fatal',
      // Ten times as long as the balancer takes to notice.
      SHUTDOWN_DELAY: '1000',
    }
    const running = await launch(this.#t, env, this.#t.testdir())
    this.#running = Object.assign(running, { adminPort })
    await this.#balancer.add(this.#running)
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const running = this.#running as Running & Backend
    running.child.kill(signal)
    const { code } = await running.exit
    this.#balancer.remove(running)
    return code
  }
}
