import type { OperationContract } from 'fastify-contract'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import type { Client, Exchange } from './client.js'
import { type Candidate, candidatesIn, lastListed, lists, missedIn, objectsIn } from './item.js'
import type { Resource } from './resource.js'

/** An answer that is not what those before it say. */
export class Broken extends Error {}

/** Creates an item of a resource, reads and lists it, changes it in each way, and removes it. */
export class Round {
  readonly #client: Client
  readonly #resource: Resource

  constructor(client: Client, resource: Resource) {
    this.#client = client
    this.#resource = resource
  }

  /** @throws {Broken} when an answer is not what those before it say. */
  async run(): Promise<void> {
    const { create, read, list, changes, remove } = this.#resource
    await this.#learn(await this.#done(create))
    if (list !== undefined) {
      const { body } = await this.#done(list)
      if (!lists(body, this.#client.id.value)) throw new Broken(`not in the list: ${shown(body)}`)
    }
    for (const change of changes) await this.#expect((await this.#done(change)).sent)
    await this.#done(remove)
    for (const each of [read, remove]) {
      const { status } = await this.#client.exchange(each)
      if (status !== 404) throw new Broken(`${each.method} of what was removed: ${status}`)
    }
  }

  /** Finds the id of what was created: a client tries what the answer, or what it sent, may mean by it. */
  async #learn({ sent, location, body }: Exchange): Promise<void> {
    this.#client.created = Object.assign({}, ...objectsIn(sent).toReversed())
    const { id } = this.#resource
    const last = location
      ?.replace(/[?#].*$|\/$/g, '')
      .split('/')
      .at(-1)
    const named = [body, sent].flatMap((each) => candidatesIn(each, id))
    const located = last === undefined ? [] : [{ name: id, value: decodeURIComponent(last) }]
    const isFound = (await this.#try([...located, ...named], named)) || (await this.#tryListed())
    if (!isFound) throw new Broken(`no answer names the id ${id}: ${shown(body)}`)
    await this.#expect(sent)
    const [own] = candidatesIn((await this.#done(this.#resource.read)).body, id).filter(
      ({ value }) => String(value) === String(this.#client.id.value),
    )
    this.#client.id = own ?? this.#client.id
  }

  /** Takes the first of these for the id by which there is an item. */
  async #try(candidates: readonly Candidate[], named: readonly Candidate[]): Promise<boolean> {
    for (const each of candidates) {
      this.#client.id = named.find(({ value }) => String(value) === String(each.value)) ?? each
      this.#client.params = { ...this.#client.params, [this.#resource.id]: each.value }
      if (await this.#isThere(this.#resource.read)) return true
    }
    return false
  }

  /** What has been created last is the last of a list. */
  async #tryListed(): Promise<boolean> {
    const { list, id } = this.#resource
    if (list === undefined) return false
    const listed = candidatesIn(lastListed((await this.#done(list)).body), id)
    return this.#try(listed, listed)
  }

  /** False, too, for what no path can have. */
  async #isThere(read: OperationContract): Promise<boolean> {
    try {
      return (await this.#client.exchange(read)).status === 200
    } catch (error) {
      if (error instanceof Unwritable) return false
      throw error
    }
  }

  /** What is read has what was sent, as far as its schema lets it. */
  async #expect(sent: unknown): Promise<void> {
    const { body, accepts } = await this.#done(this.#resource.read)
    const missed = missedIn(sent, body, accepts, this.#client.id.name)
    if (missed.length > 0)
      throw new Broken(`${missed.join(', ')} of ${shown(sent)} not in ${shown(body)}`)
  }

  async #done(operation: OperationContract): Promise<Exchange> {
    const exchange = await this.#client.exchange(operation)
    const { status, sent, body } = exchange
    if (status >= 200 && status < 400) return exchange
    const url = JSON.stringify(this.#client.params)
    throw new Broken(`${operation.method} ${url} ${shown(sent)}: ${status} ${shown(body)}`)
  }
}

function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 200)
}
