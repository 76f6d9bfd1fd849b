import { Readable } from 'node:stream'

type ItemSource<Item> = AsyncIterable<Item> | Iterable<Item>

type Chunk = string | Uint8Array
type PrintItem<Item> = (item: Item, index: number) => Chunk | Promise<Chunk>

/**
 * A stream of what an iterable gives, each item when there is room for it. Where the stream ends early
 * the iterator is told at once, even while an item is awaited.
 */
export class IterableStream<Item> extends Readable {
  readonly #iterator: AsyncIterator<Item> | Iterator<Item>
  readonly #print: PrintItem<Item>
  #index = 0
  #isPulling = false
  #isDone = false

  constructor(source: ItemSource<Item>, print: PrintItem<Item>) {
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

  /** Whether there is room for one more. */
  async #next(): Promise<boolean> {
    const { done, value } = await this.#iterator.next()
    if (this.#isDone) return false
    if (done) {
      this.#isDone = true
      this.push(null)
      return false
    }
    const chunk = await this.#print(value, this.#index++)
    return !this.#isDone && this.push(chunk)
  }

  async #leave(): Promise<void> {
    try {
      await this.#iterator.return?.()
    } catch {
      // Nobody is left to be told.
    }
  }
}
