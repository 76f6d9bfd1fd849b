import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { passChunks, streamChunks } from './direct-chunks.js'
import { RequestSplitter } from './request-splitter.js'
import { Responses } from './responses.js'
import type { ParsedSocket, SharedConnectionState, WaitingConnection } from './turns.js'

/** Most requests in progress of one connection. */
const DEPTH = 16

/**
 * Input of one connection. Node would parse all that it has read, some 64 KiB, and start every
 * request in it. Here its parser gets one request at a time; further data is held back, and then no
 * more is read.
 */
export class Inbound implements WaitingConnection {
  readonly socket: Socket
  readonly responses: Responses
  readonly #shared: SharedConnectionState
  readonly #parse: (data: Buffer) => void
  readonly #requests: RequestSplitter
  readonly #finish: () => void
  readonly #onData = (data: Buffer) => this.#arrived(data)
  readonly #onEnd = () => this.#ended()
  /** Data that is held back. */
  #rest: Buffer | undefined
  /** True if the connection waits for its turn or for a response, whether or not it is paused. */
  #isHeld = false
  #isEnded = false
  #isLast = false
  #isOver = false

  constructor(socket: Socket, shared: SharedConnectionState) {
    this.socket = socket
    this.#shared = shared
    this.responses = new Responses(shared.turns)
    this.#requests = new RequestSplitter(shared.headerLimit)
    this.#parse = socket.listeners('data')[0] as (data: Buffer) => void
    this.#finish = socket.listeners('end').at(-1) as () => void
    socket.removeAllListeners('data').off('end', this.#finish)
    socket.on('data', this.#onData).on('end', this.#onEnd)
    passChunks(socket, this.#onData)
    socket.on('resume', () => this.#resumed())
    socket.once('close', () => {
      this.responses.close()
      this.stop()
    })
  }

  /** True if no request is in progress or arriving. */
  get isIdle(): boolean {
    return this.responses.all.length === 0 && this.#rest === undefined && !this.#requests.isArriving
  }

  get heldLength(): number {
    return (this.#rest?.length ?? 0) + this.socket.readableLength
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.responses.begin(response)
    this.#requests.begin(request)
    if (!response.shouldKeepAlive || this.#shared.isClosing) this.#isLast = true
  }

  /** The first response has been sent. */
  end(): void {
    this.responses.end()
    if (this.#isHeld) this.#shared.turns.wait(this)
  }

  /** Makes the last response in progress end its connection; returns whether it is the last. */
  endWith(response: ServerResponse): boolean {
    if (this.responses.all.at(-1) !== response) return false
    this.#isLast = true
    return true
  }

  stop(): void {
    this.#isOver = true
    this.#requests.end()
    this.#rest = undefined
  }

  /**
   * Parses the held data in one turn and reads what follows in the next turn, as if nothing had
   * been held back: Node ends a connection at once when its client ends its side.
   */
  go(): void {
    const rest = this.#rest
    if (rest === undefined) {
      this.#isHeld = false
      if (this.#isEnded) this.#end()
      else this.socket.resume()
      return
    }
    if (!this.#mayGoOn()) return
    this.#isHeld = false
    const hasMore = this.socket.isPaused() || this.#isEnded
    if (hasMore) this.socket.resume()
    this.#take(rest)
    // If Node has paused it, Node resumes it.
    if (!hasMore || this.socket.isPaused()) return
    this.socket.pause()
    this.#wait()
  }

  /** True if nothing more is parsed, as behind a last request (RFC 9112, section 9.6). */
  get #isDone(): boolean {
    return this.#isOver || this.socket.writableEnded || (this.#isLast && !this.#requests.hasBody)
  }

  /** True if another request may start; if not, it starts in a later turn, or after a response. */
  #mayGoOn(): boolean {
    const { turns } = this.#shared
    const count = this.responses.all.length
    const isAhead = count > 0 && !this.#requests.hasBody
    if (isAhead && (count >= DEPTH || !turns.hasRoom)) {
      this.socket.pause()
      return false
    }
    if (turns.mayGoOn(isAhead)) return true
    // Its turn comes soon, so that it is paused only if more data arrives before.
    turns.wait(this)
    return false
  }

  #arrived(data: Buffer): void {
    // Between a call of `resume` and its event Node may read although data is held back.
    if (this.#rest !== undefined) {
      this.#rest = Buffer.concat([this.#rest, data])
      this.#resumed()
    } else this.#take(this.#requests.joined(data))
    const rest = this.#rest as Buffer | undefined
    if (rest !== undefined) this.#shared.held(rest.length)
  }

  #take(all: Buffer): void {
    this.#rest = undefined
    for (let from = 0, to = 0; from < all.length && !this.#isDone; from = to) {
      // Node pauses it if the client does not read the responses, or the handler not the body.
      const isPaused = this.socket.isPaused()
      this.#isHeld = !isPaused && !this.#mayGoOn()
      if (isPaused || this.#isHeld) {
        this.#rest = all.subarray(from)
        return
      }
      to = this.#requests.nextEnd(all, from)
      if (to === from) return
      this.#feed(all, from, to)
    }
  }

  /** When a client ends its side, held data is still processed. */
  #ended(): void {
    this.#isEnded = true
    if (this.#rest === undefined && !this.#isHeld) this.#end()
  }

  #end(): void {
    this.#isEnded = false
    if ((this.socket as ParsedSocket).parser !== null) this.#finish()
  }

  #feed(data: Buffer, from: number, to: number): void {
    const code = this.#requests.take(data, from, to)
    if (code !== undefined) {
      this.stop()
      this.#shared.refuse(code, this.socket)
      return
    }
    this.#parse(from === 0 && to === data.length ? data : data.subarray(from, to))
    this.#requests.parsed()
    const { parser, destroyed } = this.socket as ParsedSocket
    if (parser === null && !destroyed) this.#leave(data.subarray(to))
    else if (destroyed) this.stop()
  }

  /** Another protocol has taken over (an upgrade): the rest of the data belongs to it. */
  #leave(rest: Buffer): void {
    this.stop()
    streamChunks(this.socket)
    this.socket.off('data', this.#onData).off('end', this.#onEnd)
    if (rest.length > 0) this.socket.unshift(rest)
  }

  /** Node resumes the connection after sending or reading enough: here it takes its turn. */
  #resumed(): void {
    const isKept = this.#isHeld || this.#rest !== undefined
    // It may have been paused again meanwhile.
    if (!isKept || this.socket.isPaused()) return
    this.socket.pause()
    if (!this.#isHeld) this.#wait()
  }

  #wait(): void {
    this.#isHeld = true
    this.#shared.turns.wait(this)
  }
}
