import type { Socket } from 'node:net'
import type { HeadErrorCode } from './request-splitter.js'

export interface WaitingConnection {
  go(): void
}

/** Longest turn in milliseconds, and most pipelined requests that start in it. */
const TIME = 10
const AHEAD = 8

/** Most connections that continue in one turn, if there is time. */
const SLOTS = 32

/**
 * Divides the server among its connections. Each may have one request in progress; pipelined ones
 * (RFC 9112, section 9.3.2) start while there is room. The others continue in later turns, in
 * order.
 */
export class Turns {
  readonly #limit: number
  readonly #now: () => number
  #underWay = 0
  #begun = 0
  #start = 0
  #hasTurn = false
  #slots = 0
  readonly #waiting = new Set<WaitingConnection>()

  /** Allows `limit` requests in progress beyond the first one of each connection. */
  constructor(limit: number, now = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  get hasRoom(): boolean {
    return this.#underWay < this.#limit
  }

  begin(): void {
    this.#underWay++
    this.#begun++
  }

  end(): void {
    this.#underWay--
  }

  mayGoOn(isAhead: boolean): boolean {
    if (!this.#hasTurn) this.#beginTurn()
    if (isAhead && this.#begun >= AHEAD) return false
    return this.#now() - this.#start < TIME
  }

  /** Lets a connection continue in a later turn. */
  wait(waiting: WaitingConnection): void {
    this.#waiting.add(waiting)
    this.#plan()
  }

  #beginTurn(): void {
    this.#hasTurn = true
    this.#begun = 0
    this.#start = this.#now()
    setImmediate(() => {
      this.#hasTurn = false
    })
  }

  #plan(): void {
    if (this.#slots >= Math.min(SLOTS, this.#waiting.size)) return
    this.#slots++
    // One at a time: the work of one is done before the next one continues.
    setImmediate(() => {
      this.#slots--
      const [first] = this.#waiting
      if (first !== undefined && this.mayGoOn(false)) {
        this.#waiting.delete(first)
        first.go()
      }
      this.#plan()
    })
  }
}

/** A connection with Node's parser; `null` once another protocol has taken over. */
export type ParsedSocket = Socket & { readonly parser?: object | null }

export interface SharedConnectionState {
  readonly turns: Turns
  readonly headerLimit: number
  /** True while the server stops: a new request is the last one of its connection. */
  readonly isClosing: boolean
  /** Answers a malformed head, and ends the connection. */
  refuse(code: HeadErrorCode, socket: Socket): void
  /** Called with the number of bytes that are held back. */
  held(length: number): void
}
