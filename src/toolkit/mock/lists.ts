import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import { concretePath, type ResourceRequest } from './call.js'
import { itemsIn, withSelected } from './item-bodies.js'
import type { Item } from './item-shape.js'
import { makeRoom } from './make-room.js'
import type { Sources } from './mock-body.js'

/** A list as it was first answered. */
interface KnownList {
  readonly sample: OperationResult
  readonly items: readonly Item[]
}

/** Lists of no resource: what they had once they have again, and a query selects from it. */
export class Lists {
  readonly #sources: Sources
  readonly #known = new Map<string, KnownList>()

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
    const key = `${concretePath(operation.path, request.params)} ${sample.contentType}`
    const list = this.#known.get(key) ?? this.#first(key, operation, sample)
    if (list === undefined) return undefined
    const given = { sample: list.sample, sources: this.#sources }
    return withSelected(operation, list.items, request.query ?? {}, given) ?? list.sample
  }

  #first(
    key: string,
    operation: OperationContract,
    sample: OperationResult,
  ): KnownList | undefined {
    const items = itemsIn(operation, { sample, sources: this.#sources })
    if (items === undefined) return undefined
    const list = { sample, items }
    this.#known.set(key, list)
    makeRoom(this.#known)
    return list
  }
}
