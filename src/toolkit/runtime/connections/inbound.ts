import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Messages } from './messages.js'
import { Responses } from './responses.js'
import type { ParsedSocket, SharedConnectionState } from './shared.js'
import type { WaitingConnection } from './turns.js'

/** How many requests of one connection may be under way. */
const DEPTH = 16

/**
 * What arrives on one connection. Node parses whatever it has read at once, some 64 KiB, and begins
 * every request that is in it, though nobody may ever read the responses. Here its parser gets one
 * request at a time; what may not begin yet is held back, and then no more is read.
 */
export class Inbound implements WaitingConnection {
  readonly socket: Socket
  readonly responses: Responses
  readonly #shared: SharedConnectionState
  readonly #parse: (data: Buffer) => void
  readonly #messages: Messages
  readonly #finish: () => void
  readonly #onData = (data: Buffer) => this.#arrived(data)
  readonly #onEnd = () => this.#ended()
  /** What is held back. */
  #rest: Buffer | undefined
  /** Whether it is paused here. */
  #isHeld = false
  #isEnded = false
  #isLast = false
  #isOver = false

  constructor(socket: Socket, shared: SharedConnectionState) {
    this.socket = socket
    this.#shared = shared
    this.responses = new Responses(shared.turns)
    this.#messages = new Messages(shared.headerLimit)
    this.#parse = socket.listeners('data')[0] as (data: Buffer) => void
    this.#finish = socket.listeners('end').at(-1) as () => void
    socket.removeAllListeners('data').off('end', this.#finish)
    socket.on('data', this.#onData).on('end', this.#onEnd)
    socket.on('resume', () => this.#resumed())
    socket.once('close', () => this.#closed())
  }

  /** Whether nothing is under way, nor on its way as far as it is known. */
  get isIdle(): boolean {
    return this.responses.count === 0 && this.#rest === undefined && !this.#messages.isArriving
  }

  get heldLength(): number {
    return (this.#rest?.length ?? 0) + this.socket.readableLength
  }

  /** A request has begun. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.responses.begin(response)
    this.#messages.begin(request)
    if (!response.shouldKeepAlive || this.#shared.isClosing) this.#isLast = true
  }

  /** The first of the responses has been sent whole. */
  end(): void {
    this.responses.end()
    if (this.#isHeld) this.#shared.turns.wait(this)
  }

  /** Has a response end the connection, if it is the last one that is under way; returns whether it is. */
  endWith(response: ServerResponse): boolean {
    if (this.responses.all.at(-1) !== response) return false
    this.#isLast = true
    return true
  }

  /** Nothing more is parsed. */
  stop(): void {
    this.#isOver = true
    this.#messages.end()
    this.#rest = undefined
  }

  /**
   * What is held back is parsed in one turn, what follows it is read in the next one, as it would be had
   * nothing been held: Node ends a connection at once when its client ends its side.
   */
  go(): void {
    if (this.#rest !== undefined) this.#goOn(this.#rest)
    else this.#release()
  }

  #goOn(rest: Buffer): void {
    if (!this.#mayGoOn()) return
    this.#isHeld = false
    this.socket.resume()
    this.#take(rest)
    // Where Node has paused it, it is Node that goes on.
    if (this.socket.isPaused()) return
    this.socket.pause()
    this.#wait()
  }

  #release(): void {
    this.#isHeld = false
    if (this.#isEnded) this.#end()
    else this.socket.resume()
  }

  /** Whether nothing more is parsed: what follows the last request is not begun (RFC 9112, section 9.6). */
  get #isDone(): boolean {
    return this.#isOver || this.socket.writableEnded || (this.#isLast && !this.#messages.hasBody)
  }

  /** Whether more may begin; if not, it goes on in a later turn, or once a response has been sent. */
  #mayGoOn(): boolean {
    const { turns } = this.#shared
    const { count } = this.responses
    const isAhead = count > 0 && !this.#messages.hasBody
    if (isAhead && (count >= DEPTH || !turns.hasRoom)) return false
    if (turns.mayGoOn(isAhead)) return true
    turns.wait(this)
    return false
  }

  #arrived(data: Buffer): void {
    this.#take(this.#messages.joined(data))
    if (this.#rest !== undefined) this.#shared.held((this.#rest as Buffer).length)
  }

  #take(all: Buffer): void {
    this.#rest = undefined
    for (let from = 0, to = 0; from < all.length && !this.#isDone; from = to) {
      // Node pauses it where the client does not read, and where nobody reads the body.
      this.#isHeld = !this.socket.isPaused() && !this.#mayGoOn()
      if (this.#isHeld) this.socket.pause()
      if (this.socket.isPaused()) {
        this.#rest = all.subarray(from)
        return
      }
      to = this.#messages.nextEnd(all, from)
      if (to === from) return
      this.#feed(all, from, to)
    }
  }

  /** A client that ends its side has sent what is held back before. */
  #ended(): void {
    this.#isEnded = true
    if (this.#rest === undefined && !this.#isHeld) this.#end()
  }

  #end(): void {
    this.#isEnded = false
    if ((this.socket as ParsedSocket).parser !== null) this.#finish()
  }

  #feed(data: Buffer, from: number, to: number): void {
    const fault = this.#messages.take(data, from, to)
    if (fault !== undefined) {
      this.stop()
      this.#shared.refuse(fault, this.socket)
      return
    }
    this.#parse(from === 0 && to === data.length ? data : data.subarray(from, to))
    this.#messages.parsed()
    const { parser, destroyed } = this.socket as ParsedSocket
    if (parser === null && !destroyed) this.#leave(data.subarray(to))
    else if (destroyed) this.stop()
  }

  /** Somebody has taken over (an upgrade): what is left is theirs. */
  #leave(rest: Buffer): void {
    this.stop()
    this.socket.off('data', this.#onData).off('end', this.#onEnd)
    if (rest.length > 0) this.socket.unshift(rest)
  }

  /** Node resumes it when enough has been sent, and whenever a body is read: here it goes on in its turn. */
  #resumed(): void {
    const isKept = this.#isHeld || this.#rest !== undefined
    // It may have been paused again before this is told.
    if (!isKept || this.socket.isPaused()) return
    this.socket.pause()
    if (!this.#isHeld) this.#wait()
  }

  #wait(): void {
    this.#isHeld = true
    this.#shared.turns.wait(this)
  }

  #closed(): void {
    this.responses.close()
    this.stop()
  }
}
