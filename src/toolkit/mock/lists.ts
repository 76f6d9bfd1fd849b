import { isObject } from '../openapi/json.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import { concretePath, type ResourceRequest } from './call.js'
import { itemsIn, withSelected } from './item-bodies.js'
import type { Item } from './item-shape.js'
import { makeRoom } from './make-room.js'
import type { Sources } from './mock-body.js'

/** A list as it was first answered. */
interface FirstAnswer {
  readonly sample: OperationResult
  readonly items: readonly Item[]
}

/** Most items that are added to a list. */
const MOST_ADDED = 1_000

/** Lists of no resource: what they had once they have again, with what is added to it, and a query selects from it. */
export class KnownLists {
  readonly #sources: Sources
  readonly #known = new Map<string, FirstAnswer>()
  readonly #added = new Map<string, readonly Item[]>()

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /**
   * @param sample - What the mock answers without a state.
   * @returns `undefined` where the sample is the answer.
   */
  answer(
    operation: OperationContract,
    request: ResourceRequest,
    sample: OperationResult,
  ): OperationResult | undefined {
    if (operation.method !== 'GET') return undefined
    const place = concretePath(operation.path, request.params)
    const key = `${place} ${sample.contentType}`
    const list = this.#known.get(key) ?? this.#first(key, operation, sample)
    if (list === undefined) return undefined
    const added = this.#added.get(place) ?? []
    const given = { sample: list.sample, sources: this.#sources, isLonger: added.length > 0 }
    const items = [...list.items, ...added]
    return withSelected(operation, items, request.query ?? {}, given) ?? list.sample
  }

  /** What a POST to the place of a list has made is in the list from then on. */
  add({ method, path }: OperationContract, request: ResourceRequest, made: OperationResult): void {
    const { body: sent, params } = request
    if (method !== 'POST' || !isObject(sent)) return
    const { body } = made
    const isShown = isObject(body) && Object.keys(sent).some((name) => Object.hasOwn(body, name))
    const place = concretePath(path, params)
    const all = [...(this.#added.get(place) ?? []), isShown ? body : sent]
    this.#added.set(place, all.slice(-MOST_ADDED))
    makeRoom(this.#added)
  }

  #first(
    key: string,
    operation: OperationContract,
    sample: OperationResult,
  ): FirstAnswer | undefined {
    const items = itemsIn(operation, { sample, sources: this.#sources })
    if (items === undefined) return undefined
    const list = { sample, items }
    this.#known.set(key, list)
    makeRoom(this.#known)
    return list
  }
}
