import { isObject } from '../openapi/json.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import { concretePath, type ResourceRequest } from './call.js'
import { itemsIn, withSelected } from './item-bodies.js'
import type { Item } from './item-shape.js'
import { makeRoom } from './make-room.js'
import type { Sources } from './mock-body.js'

/** Most items that are added to a list. */
const MOST_ADDED = 1_000

/** What is of no resource: what was answered once is answered again; a list with what is added to it, and a query selects from it. */
export class KnownLists {
  readonly #sources: Sources
  readonly #known = new Map<string, OperationResult>()
  readonly #added = new Map<string, readonly Item[]>()

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** What the mock answers without a state, as it was answered first. */
  first(
    { method, path }: OperationContract,
    request: ResourceRequest,
    sample: OperationResult,
  ): OperationResult {
    if (method !== 'GET') return sample
    const key = `${concretePath(path, request.params)} ${sample.contentType}`
    const known = this.#known.get(key) ?? sample
    this.#known.set(key, known)
    makeRoom(this.#known)
    return known
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
    const given = { sample, sources: this.#sources }
    const own = itemsIn(operation, given)
    if (own === undefined) return undefined
    const added = this.#added.get(concretePath(operation.path, request.params)) ?? []
    const all = [...own, ...added]
    const isLonger = added.length > 0
    // What each item has in the whole list it has in a part of it.
    const whole = isLonger && withSelected(operation, all, {}, { ...given, isLonger })
    const told = whole ? itemsIn(operation, { ...given, sample: whole }) : undefined
    const items = told?.length === all.length ? told : all
    return withSelected(operation, items, request, { ...given, isLonger })
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
}
