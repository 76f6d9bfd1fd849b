import process from 'node:process'
import { type Load, load } from './client.js'
import { createRequest } from './requests.js'

/** Creates of plants, on a server on this machine. */
export type Creates = Omit<Load, 'next'>

export interface CreatesResult {
  readonly requests: number
  /** Requests in a second. */
  readonly rate: number
  /** Milliseconds from a request to its response: the median. */
  readonly p50: number
  /** What 99 of 100 requests do not take longer than. */
  readonly p99: number
  /** Microseconds of the processor that the client took. */
  readonly client: number
}

/**
 * Creates plants, each with an id that this server has not seen.
 *
 * @throws {Error} for a response that is not 200.
 */
export class PlantCreator {
  #port: number | undefined
  #next = createRequest(0)

  async create(creates: Creates): Promise<CreatesResult> {
    if (creates.port !== this.#port) {
      this.#port = creates.port
      this.#next = createRequest(creates.port)
    }
    const before = process.cpuUsage()
    const { requests, seconds, times } = await load({ ...creates, next: this.#next })
    const at = (share: number) => times[Math.floor(times.length * share)] as number
    const { user, system } = process.cpuUsage(before)
    const client = user + system
    return { requests, rate: requests / seconds, p50: at(0.5), p99: at(0.99), client }
  }
}
