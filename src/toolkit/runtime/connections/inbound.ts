import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HeadFault } from './heads.js'
import { Messages } from './messages.js'
import type { Turns, Waiting } from './turns.js'

/** How many requests of one connection may be under way. */
const DEPTH = 16

/** What Node keeps of a connection: none once it belongs to somebody else. */
type Parsed = Socket & { readonly parser?: object | null }

/** What all connections of a server have in common. */
export interface Shared {
  readonly turns: Turns
  readonly headerLimit: number
  /** Whether the server stops: a request that begins now is the last one of its connection. */
  readonly isClosing: boolean
  /** Answers what is wrong with a head, and ends the connection. */
  refuse(fault: HeadFault, socket: Socket): void
  /** Told of how many bytes are held back. */
  held(length: number): void
}

/**
 * What arrives on one connection. Node parses whatever it has read at once, some 64 KiB, and begins
 * every request that is in it, though nobody may ever read the responses. Here its parser gets one
 * request at a time; what may not begin yet is held back, and then no more is read.
 */
export class Inbound implements Waiting {
  readonly socket: Socket
  /** The responses that have not been sent whole, in the order of their requests. */
  readonly responses: ServerResponse[] = []
  /** When the first of them began to be what the client waits for. */
  since = 0
  readonly #shared: Shared
  readonly #parse: (data: Buffer) => void
  readonly #messages: Messages
  readonly #onData = (data: Buffer) => this.#arrived(data)
  #rest: Buffer | undefined
  #isHeld = false
  #isLast = false
  #isOver = false

  constructor(socket: Socket, shared: Shared) {
    this.socket = socket
    this.#shared = shared
    this.#messages = new Messages(shared.headerLimit)
    this.#parse = socket.listeners('data')[0] as (data: Buffer) => void
    socket.removeAllListeners('data')
    socket.on('data', this.#onData)
    socket.on('resume', () => this.#resumed())
    socket.once('close', () => this.#closed())
  }

  /** Whether nothing is under way, nor on its way as far as it is known. */
  get isIdle(): boolean {
    const { length } = this.responses
    return length === 0 && this.#rest === undefined && !this.#messages.isArriving
  }

  /** How many bytes are held back. */
  get heldLength(): number {
    return (this.#rest?.length ?? 0) + this.socket.readableLength
  }

  /** A request has begun. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    if (this.responses.push(response) > 1) this.#shared.turns.begin()
    else this.since = Date.now()
    this.#messages.begin(request)
    if (!response.shouldKeepAlive || this.#shared.isClosing) this.#isLast = true
  }

  /** The first of the responses has been sent whole. */
  end(): void {
    this.responses.shift()
    if (this.responses.length > 0) {
      this.since = Date.now()
      this.#shared.turns.end()
    }
    if (this.#isHeld) this.#shared.turns.wait(this)
  }

  /** Has a response end the connection, if it is the last one that is under way; returns whether it is. */
  endWith(response: ServerResponse): boolean {
    if (this.responses.at(-1) !== response) return false
    this.#isLast = true
    return true
  }

  /** Nothing more is parsed. */
  stop(): void {
    this.#isOver = true
    this.#messages.end()
    this.#rest = undefined
  }

  go(): void {
    // Where Node has paused it too it is Node that goes on.
    if (this.#isHeld && this.#mayGoOn()) this.socket.resume()
  }

  /** Whether nothing more is parsed: what follows the last request is not begun (RFC 9112, section 9.6). */
  get #isDone(): boolean {
    return this.#isOver || this.socket.writableEnded || (this.#isLast && !this.#messages.hasBody)
  }

  /** Whether more may begin; if not, it goes on in a later turn, or once a response has been sent. */
  #mayGoOn(): boolean {
    const { turns } = this.#shared
    const { length } = this.responses
    const isAhead = length > 0 && !this.#messages.hasBody
    if (isAhead && (length >= DEPTH || !turns.hasRoom)) return false
    if (turns.mayGoOn(isAhead)) return true
    turns.wait(this)
    return false
  }

  #arrived(data: Buffer): void {
    this.#take(this.#rest === undefined ? data : Buffer.concat([this.#rest, data]))
    if (this.#rest !== undefined) this.#shared.held((this.#rest as Buffer).length)
  }

  #take(all: Buffer): void {
    this.#rest = undefined
    for (let from = 0, to = 0; from < all.length && !this.#isDone; from = to) {
      // Node pauses it where the client does not read, and where nobody reads the body.
      this.#isHeld = !this.socket.isPaused() && !this.#mayGoOn()
      if (this.#isHeld) this.socket.pause()
      to = this.socket.isPaused() ? from : this.#messages.nextEnd(all, from)
      if (to === from) {
        this.#rest = all.subarray(from)
        return
      }
      this.#feed(all, from, to)
    }
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
    const { parser, destroyed } = this.socket as Parsed
    if (parser === null && !destroyed) this.#leave(data.subarray(to))
    else if (destroyed) this.stop()
  }

  /** Somebody has taken over (an upgrade): what is left is theirs. */
  #leave(rest: Buffer): void {
    this.stop()
    this.socket.off('data', this.#onData)
    if (rest.length > 0) this.socket.unshift(rest)
  }

  #resumed(): void {
    // It may have been paused again before it is told.
    if (this.#rest !== undefined && !this.socket.isPaused()) this.#take(this.#rest)
  }

  #closed(): void {
    for (let more = this.responses.length; more > 1; more--) this.#shared.turns.end()
    this.responses.length = 0
    this.stop()
  }
}
