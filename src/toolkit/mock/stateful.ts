import { isObject, plainText } from '../openapi/json.js'
import type { Action } from '../openapi/resources/roles.js'
import type { Contract, OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import { errors, HttpRefusal } from '../runtime/errors/http-refusal.js'
import { askedOf } from './asked-schema.js'
import type { Call, MockCall, ResourceRequest } from './call.js'
import { Collections } from './collections.js'
import { created } from './creation.js'
import { createdAll } from './creation-of-many.js'
import { withSent } from './echo.js'
import { keyOf } from './fitting.js'
import { shownItem, withItem, withItems } from './item-bodies.js'
import type { Resources } from './item-operations.js'
import {
  type Item,
  type ItemShape,
  idOf,
  itemSent,
  patchedItem,
  replacedItem,
  withId,
} from './item-shape.js'
import { jsonPatched } from './json-patch.js'
import { KnownLists } from './lists.js'
import { makeRoom } from './make-room.js'
import type { Sources } from './mock-body.js'
import { samplePossible } from './sample.js'
import { propertiesOf } from './schema-parts.js'
import { documentsNotFound, Singles } from './singles.js'

/** The items of a document's resources: its operations create, list, read, change and remove them. */
export class StatefulMock {
  readonly #resources: Resources
  readonly #sources: Sources
  readonly #collections: Collections
  readonly #lists: KnownLists
  readonly #singles: Singles

  constructor(contract: Contract, resources: Resources, sources: Sources) {
    this.#resources = resources
    this.#sources = sources
    this.#collections = new Collections(contract, resources, sources)
    this.#lists = new KnownLists(sources)
    this.#singles = new Singles(contract, resources.roles, sources)
  }

  /**
   * @param sample - What the mock answers without a state, from which the rest of the response is taken.
   * @returns `undefined` where the sample is the answer.
   * @throws {HttpRefusal} 404 for an item that is not there.
   */
  async answer(
    operation: OperationContract,
    request: ResourceRequest,
    sample: OperationResult,
  ): Promise<OperationResult | undefined> {
    await this.#refuseBelowNothing(operation, request)
    const role = this.#resources.roleIn(operation, request)
    if (role === undefined) {
      const first = this.#lists.first(operation, request, sample)
      const single = this.#singles.answer(operation, request, first)
      const list = single ?? this.#lists.answer(operation, request, first)
      const item = list ?? (await this.#actionOn({ operation, request, sample: first }))
      const answer = item ?? withSent(operation, request, first, this.#sources)
      if (answer !== undefined || first.status === 201)
        this.#lists.add(operation, request, answer ?? first)
      return answer ?? first
    }
    const { action, resource, parameter } = role
    const state = await this.#collections.at(resource, request)
    const { shape, items } = state
    const call = { operation, request, sample, ...state }
    if (action === 'list') {
      const given = { shape, sample, sources: this.#sources }
      return withItems(operation, [...items.values()], request, given)
    }
    if (action === 'create') return this.#create(call)
    const item = parameter ? state.item : items.get(plainText(idOf(shape, request.body)))
    const { body } = request
    if (item !== undefined && action === 'change' && Array.isArray(body))
      return this.#act(
        { ...call, request: { ...request, body: jsonPatched(item, body) } },
        'replace',
        item,
      )
    const isWritten = mayCreate(operation, action) && sample.status === 201
    if (item !== undefined)
      return this.#act(isWritten ? this.#with(call, [200, 204]) : call, action, item)
    const isCreated = parameter && !this.#resources.areCreated(resource)
    if (!isCreated || !mayCreate(operation, action)) return refuse(operation, parameter)
    const made = withId(shape, {}, request.params?.[parameter])
    return this.#act(this.#with(call, [201]), action, made)
  }

  /** What is done to an item answers the item, where the response is one: `POST /orders/{orderId}/cancel`. */
  async #actionOn({ operation, request, sample }: MockCall) {
    const resource = this.#resources.actedOn(operation)
    const state = resource && (await this.#collections.at(resource, request))
    if (state?.item === undefined) return undefined
    const { shape, item, items } = state
    const known = Object.entries(Object(request.body)).filter(([name]) =>
      shape.properties.has(name),
    )
    const changed = patchedItem(shape, item, Object.fromEntries(known))
    const shown = shownItem(operation, changed, { shape, sample, sources: this.#sources })
    if (shown !== undefined) items.set(plainText(idOf(shape, item)), shown.item)
    return shown?.result
  }

  /** A part of an item that is not there is not there either. */
  async #refuseBelowNothing(operation: OperationContract, request: ResourceRequest): Promise<void> {
    if (!documentsNotFound(operation)) return
    for (const resource of this.#resources.above(operation)) {
      const { item } = await this.#collections.at(resource, request)
      if (item === undefined) throw new HttpRefusal(errors.notFound)
    }
  }

  /** Reads, changes or removes an item. */
  #act(
    { operation, request, sample, shape, source, items }: Call,
    action: Action,
    item: Item,
  ): OperationResult {
    const id = plainText(idOf(shape, item))
    const sent = isObject(request.body) ? itemSent(shape, request.body) : undefined
    const changed = sent ? this.#changed(operation, action, shape, item, sent) : item
    const given = { shape, sample, sources: this.#sources }
    const { result, item: shown } = withItem(operation, changed, given, sent)
    const isSilent = sent !== undefined && result.body === undefined
    if (action === 'remove') this.#collections.remove(items, id)
    else items.set(id, isSilent ? source.shown(shown, sent) : shown)
    makeRoom(items)
    return result
  }

  #changed(
    operation: OperationContract,
    action: Action,
    shape: ItemShape,
    item: Item,
    sent: Item,
  ): Item {
    if (action === 'change') return patchedItem(shape, item, sent)
    if (action !== 'replace') return item
    const { root } = this.#sources.examples
    const asked = new Set(propertiesOf(root, askedOf(root, operation)).keys())
    return replacedItem(shape, item, sent, asked)
  }

  /**
   * The call with a response of the first of these statuses that there is: 201 says that PUT has created, others
   * that it has replaced (RFC 9110, section 9.3.4).
   */
  #with(call: Call, statuses: readonly number[]): Call {
    for (const code of statuses) {
      const made = samplePossible(call.operation, { preference: { code } }, this.#sources)
      if (!('result' in made) || made.result.status !== code) continue
      // What all others are is an error.
      if (keyOf(call.operation, made.result) !== 'default') return { ...call, sample: made.result }
    }
    return call
  }

  #create(call: Call): OperationResult | undefined {
    const { items } = call
    const { body = {} } = call.request
    if (Array.isArray(body) && body.every(isObject)) return createdAll(call, body, this.#sources)
    if (!isObject(body)) return undefined
    const { id, item, result } = created(call, this.#sources)
    items.set(id, item)
    makeRoom(items)
    return result
  }
}

/** True for PUT, and for a PATCH that says so (RFC 5789, section 2). */
function mayCreate({ responses }: OperationContract, action: Action): boolean {
  return action === 'replace' || (action === 'change' && Object.hasOwn(responses, '201'))
}

/** Nothing is there, which an operation of the collection says only where it is documented. */
function refuse(operation: OperationContract, parameter: string | undefined): undefined {
  if (parameter === undefined && !documentsNotFound(operation)) return undefined
  throw new HttpRefusal(errors.notFound)
}
