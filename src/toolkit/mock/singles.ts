import { isObject } from '../openapi/json.js'
import type { Role } from '../openapi/resources/roles.js'
import { statusKeys } from '../openapi/status.js'
import type { Contract, OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import { errors, HttpRefusal } from '../runtime/errors/http-refusal.js'
import { concretePath, type ResourceRequest } from './call.js'
import { type Envelope, opened } from './envelope.js'
import { acceptedBy, keyOf, placed } from './fitting.js'
import { type Item, patched, replaced } from './item-shape.js'
import { jsonPatched } from './json-patch.js'
import { makeRoom } from './make-room.js'
import type { Sources } from './mock-body.js'
import { described, propertiesOf } from './schema-parts.js'

const REMOVED = Symbol('removed')

/** What a path answered first, and the operation that did. */
interface FirstAnswer {
  readonly operation: OperationContract
  readonly sample: OperationResult
}

/** Things that are alone at their path: GET and PUT or PATCH of `/settings`, which is no list and none of its items. */
export class Singles {
  readonly #paths: ReadonlySet<string>
  readonly #sources: Sources
  readonly #things = new Map<string, unknown>()
  readonly #shownFirst = new Map<string, FirstAnswer>()

  constructor({ operations }: Contract, roles: ReadonlyMap<string, Role>, sources: Sources) {
    const methods = new Map<string, string[]>()
    for (const { operationId, method, path } of operations) {
      if (!roles.has(operationId)) methods.set(path, [...(methods.get(path) ?? []), method])
    }
    const paths = [...methods].filter(([, own]) => {
      return own.includes('GET') && (own.includes('PUT') || own.includes('PATCH'))
    })
    this.#paths = new Set(paths.map(([path]) => path))
    this.#sources = sources
  }

  /**
   * @param sample - What the mock answers without a state, from which the rest of the response is taken.
   * @returns `undefined` where the sample is the answer.
   * @throws {HttpRefusal} 404 for a thing that was removed, where the operation has that status.
   */
  answer(
    operation: OperationContract,
    request: ResourceRequest,
    sample: OperationResult,
  ): OperationResult | undefined {
    const { method, path } = operation
    if (!this.#paths.has(path)) return undefined
    const key = concretePath(path, request.params)
    const thing = this.#things.get(key)
    if (method === 'PUT' || method === 'PATCH') return this.#write(key, operation, request, sample)
    if (method !== 'POST') refuseIfRemoved(operation, thing)
    if (method === 'DELETE') this.#things.set(key, REMOVED)
    if (method !== 'GET' || thing === REMOVED) return undefined
    if (thing !== undefined) return this.#shown(operation, sample, thing)?.result
    this.#shownFirst.set(key, { operation, sample })
    makeRoom(this.#shownFirst)
    return undefined
  }

  #write(
    key: string,
    operation: OperationContract,
    { body }: ResourceRequest,
    sample: OperationResult,
  ): OperationResult | undefined {
    const known = this.#things.get(key)
    const isPatch = operation.method === 'PATCH'
    if (isPatch) refuseIfRemoved(operation, known)
    if (body === undefined || (isPatch && Object(body) !== body)) return undefined
    const sent = isObject(body) ? body : undefined
    const isChange = sent !== undefined || isPatch
    const thing = isChange ? this.#changed(key, { operation, sample }, Object(body)) : body
    const kept = this.#shown(operation, sample, thing, sent)
    this.#things.set(key, kept?.item ?? thing)
    makeRoom(this.#things)
    return kept?.result
  }

  /** The thing after a request; what nobody has written is what was shown first. */
  #changed(key: string, answer: FirstAnswer, body: Item): Item {
    const known = this.#things.get(key)
    const { operation, sample } = this.#shownFirst.get(key) ?? answer
    const { envelope, properties } = this.#placeOf(operation, sample, body)
    const inside = opened(sample.body, envelope)
    const before = isObject(known) ? known : isObject(inside) ? inside : {}
    if (Array.isArray(body)) return replaced(properties, before, jsonPatched(before, body))
    const change = answer.operation.method === 'PUT' ? replaced : patched
    return change(properties, before, body)
  }

  #shown(
    operation: OperationContract,
    sample: OperationResult,
    thing: unknown,
    sent?: Item,
  ): { readonly result: OperationResult; readonly item: unknown } | undefined {
    if (!isObject(thing)) return shownAlone(operation, sample, thing)
    const { envelope, isThere } = this.#placeOf(operation, sample, thing)
    if (!isThere) return undefined
    return placed(operation, envelope, thing, { sample, sources: this.#sources }, sent)
  }

  /** Where a response has the thing: it is the whole body, or the member whose schema names members of it. */
  #placeOf(operation: OperationContract, sample: OperationResult, thing: Item) {
    const { examples } = this.#sources
    const { root } = examples
    const found = examples.schemaOf(operation, keyOf(operation, sample), sample.contentType ?? '')
    const whole = propertiesOf(root, described(root, found, sample.body))
    const has = (properties: ReadonlyMap<string, unknown>) =>
      Object.keys(thing).some((name) => properties.has(name))
    const inner = has(whole)
      ? undefined
      : [...whole].find(([, schema]) => has(propertiesOf(root, schema)))
    const envelope: Envelope = inner === undefined ? [] : [inner[0]]
    const properties = inner === undefined ? whole : propertiesOf(root, inner[1])
    // A body without names, such as a map, may hold any.
    const isThere = isObject(sample.body) && (whole.size === 0 || has(properties))
    return { envelope, properties, isThere }
  }
}

/** True if an operation has 404, or its range. */
export function documentsNotFound({ responses }: OperationContract): boolean {
  return statusKeys(404).some((key) => Object.hasOwn(responses, key))
}

/** A text or a list, where the response is of that type. */
function shownAlone(operation: OperationContract, sample: OperationResult, thing: unknown) {
  const isOfType = Object(sample.body).constructor === Object(thing).constructor
  if (!isOfType || !acceptedBy(operation, sample)(thing)) return undefined
  return { result: { ...sample, body: thing }, item: thing }
}

function refuseIfRemoved(operation: OperationContract, thing: unknown): void {
  if (thing === REMOVED && documentsNotFound(operation)) throw new HttpRefusal(errors.notFound)
}
