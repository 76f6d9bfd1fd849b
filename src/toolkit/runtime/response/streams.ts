import { Readable } from 'node:stream'

type Chunk = string | Uint8Array
type PrintItem<Item> = (item: Item, index: number) => Chunk

/** A stream of an iterable, which is closed as soon as the stream ends. */
export class IterableStream<Item> extends Readable {
  readonly #iterator: AsyncIterator<Item> | Iterator<Item>
  readonly #print: PrintItem<Item>
  #index = 0
  #isPulling = false
  #isDone = false

  constructor(source: AsyncIterable<Item> | Iterable<Item>, print: PrintItem<Item>) {
    super()
    this.#iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
    this.#print = print
  }

  override _read(): void {
    if (!this.#isPulling) void this.#pull()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    done(error)
    if (this.#isDone) return
    this.#isDone = true
    void this.#leave()
  }

  async #pull(): Promise<void> {
    this.#isPulling = true
    try {
      while (await this.#next()) {}
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error('not an error', { cause: error }))
    }
    this.#isPulling = false
  }

  /** Pushes the next item; returns true if there is room for another. */
  async #next(): Promise<boolean> {
    const { done, value } = await this.#iterator.next()
    if (this.#isDone) return false
    if (done) {
      this.#isDone = true
      this.push(null)
      return false
    }
    const chunk = this.#print(value, this.#index++)
    return !this.#isDone && this.push(chunk)
  }

  async #leave(): Promise<void> {
    try {
      await this.#iterator.return?.()
    } catch {
      // There is no reader left for this error.
    }
  }
}

/** Closes the streams, iterators and files of a body that is not sent. */
export function discard(body: unknown): undefined {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return
  close(body)
  if (body instanceof Readable) return
  for (const member of Object.values(body)) {
    for (const each of Array.isArray(member) ? member : [member]) {
      close(each)
      close(each?.stream)
    }
  }
}

function close(thing: unknown): void {
  if (typeof thing !== 'object' || thing === null) return
  if (thing instanceof Readable) {
    thing.once('error', () => {}).destroy()
    return
  }
  const { return: leave } = thing as { return?: unknown }
  // An error during the clean-up is ignored.
  if (typeof leave === 'function') {
    new Promise((done) => done(leave.call(thing))).catch(() => {})
  }
}
