import type { Outcome } from '../exchange/response.js'
import type { TestTarget } from './test-target.js'

/** The server of a recording: nothing is sent to it. */
export class NoTarget implements TestTarget {
  /** Recorded requests have whole URLs. */
  readonly baseUrl = ''
  readonly host: string
  readonly basePath = ''
  readonly isWhole = false

  constructor(url: string) {
    this.host = url
  }

  async send(): Promise<Outcome> {
    return { failure: 'refused', detail: 'a recording has no server' }
  }

  sendRaw(): Promise<Outcome> {
    return this.send()
  }

  async takesConnections(): Promise<boolean> {
    return false
  }

  async close(): Promise<void> {}
}
