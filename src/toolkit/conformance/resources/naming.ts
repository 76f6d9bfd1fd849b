import type { Schema } from '../../openapi/schema/schema.js'
import { questionOf } from '../document/asked-place.js'
import type { Operation } from '../document/contract.js'
import type { Kit } from '../run/kit.js'
import { keyTo } from './leading.js'
import type { TestedResource } from './resource.js'
import { isRefusal, isSuccess, type Scene, type ThingCall } from './scene.js'
import type { Thing } from './thing.js'

/** What was sent to make a thing, and the answer. */
interface Sent {
  readonly sent: unknown
  readonly response: Thing['response']
}

/** Bodies that name other things, of which the server may take one each: a seat is booked once. */
export class Naming {
  readonly #kit: Kit
  /** Creations that need others each time, and of which kinds. */
  readonly #once = new Map<Operation, readonly TestedResource[]>()
  #isNaming = false

  constructor(kit: Kit) {
    this.#kit = kit
  }

  /** Sends a body; where it is refused, with things that are made for it in place of those that it names. */
  async send(scene: Scene, create: Operation, call: ThingCall): Promise<Sent> {
    const body = await this.free(scene, create, call)
    const response = await scene.send(create, { ...call, body })
    if (!isRefusal(response) || this.#isNaming || this.#once.has(create)) {
      return { response, sent: body }
    }
    const isConflict = response.status === 409
    const sent = await this.#withOthers(scene, create, call, isConflict)
    if (sent === body) return { response, sent }
    const second = await scene.send(create, { ...call, body: sent })
    if (isConflict && isSuccess(second)) this.#spend(create, call)
    return { response: second, sent }
  }

  /** The body, with things that nothing has taken yet where the server takes one each. */
  async free(scene: Scene, create: Operation, call: ThingCall): Promise<unknown> {
    return this.#once.has(create) ? this.#withOthers(scene, create, call, true) : call.body
  }

  /**
   * The body with a second thing where it names two of a kind, as a transfer leads to another account; where all have
   * to be new, with such. What a thing is a part of stays.
   */
  async #withOthers(
    scene: Scene,
    create: Operation,
    { thing, body }: ThingCall,
    areNew: boolean,
  ): Promise<unknown> {
    const { identities, source, things } = this.#kit
    const schema = this.#schemaOf(create)
    const keys = source.references.keysIn(schema, body)
    const made = new Map<string, unknown>()
    this.#isNaming = true
    try {
      for (const resource of this.#named(create, { thing, body })) {
        const key = keyTo(resource)
        const make = async () => (await things.make(scene, resource))?.identity
        if (keys.get(key) && !identities.hasSecond(key)) identities.learnSecond(key, await make())
        if (areNew) made.set(key, await make())
      }
    } finally {
      this.#isNaming = false
    }
    return source.references.in(schema, body, (key, name, isSecond) =>
      isSecond ? identities.at(key, name, true) : (made.get(key) ?? identities.at(key, name)),
    )
  }

  /** True if a body that was refused is taken when it names others: it needs such each time. */
  async needsOthers(
    create: Operation,
    body: unknown,
    isTaken: () => Promise<boolean | undefined>,
  ): Promise<boolean> {
    if (this.#spend(create, { body }) > 0 && (await isTaken())) return true
    this.#once.delete(create)
    return false
  }

  /** From now on each creation needs others than those that are named now. */
  #spend(create: Operation, call: ThingCall): number {
    const named = this.#named(create, call)
    this.#once.set(create, named)
    named.forEach(this.#kit.things.lose)
    return named.length
  }

  /** The kinds of things of which one creation after another needs others. */
  spentBy(create: Operation): readonly TestedResource[] {
    return this.#once.get(create) ?? []
  }

  /** The kinds of things that one names, which may be removed with those. */
  namedIn({ resource: { operations }, sent }: Thing): readonly TestedResource[] {
    if (operations.create === undefined || sent === undefined) return []
    return this.#named(operations.create, { body: sent })
  }

  /** The kinds of things that a body names, but for what the thing is a part of. */
  #named(create: Operation, { thing, body }: ThingCall): TestedResource[] {
    const keys = this.#kit.source.references.keysIn(this.#schemaOf(create), body)
    return this.#kit.resources.filter((resource) => {
      const key = keyTo(resource)
      return resource.parameter !== undefined && keys.has(key) && !thing?.values.has(key)
    })
  }

  #schemaOf(create: Operation): Schema {
    return questionOf(this.#kit.contract, create) ?? true
  }
}
