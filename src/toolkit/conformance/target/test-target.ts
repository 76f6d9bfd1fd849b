import type { RawRequest, SentRequest } from '../exchange/request.js'
import type { Outcome } from '../exchange/response.js'

/** A server that is tested. No call rejects: what goes wrong is an outcome. */
export interface TestTarget {
  /** Base URL as reports show it, without a slash at its end. */
  readonly baseUrl: string
  /** Sends a request below the base URL. @param time - Milliseconds until it counts as unanswered. */
  send(request: SentRequest, time: number): Promise<Outcome>
  /** Sends bytes over a connection of their own, and reads the first response to them. */
  sendRaw(request: RawRequest, time: number): Promise<Outcome>
  /** `host:port` for the `Host` of raw requests. */
  readonly host: string
  /** The path of the base URL; empty for the root. */
  readonly basePath: string
  /** True if all of the server is the document's: an app, and a server below a path, have other parts, too. */
  readonly isWhole: boolean
  /** False if no connection to it can be opened. @param time - Milliseconds to wait. */
  takesConnections(time: number): Promise<boolean>
  close(): Promise<void>
}
