import { isObject } from '../../openapi/json.js'
import { askedPlace, questionOf } from '../document/asked-place.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { membersOf, readOnlyOf } from '../document/members.js'
import { isSuccess, type ReceivedResponse } from '../exchange/response.js'
import { keyOf } from '../requests/identities.js'
import type { RequestParts } from '../requests/parts.js'
import { isVersionName } from '../values/version-name.js'
import { keyTo } from './leading.js'
import type { Maker } from './maker.js'
import type { TestedResource } from './resource.js'
import { identityIn, itemOf } from './thing.js'

/**
 * What a change says of its thing beside what it changes: the identity that is in the path, and the version that the
 * server has told last. One that names others is refused for that.
 */
export class Versions {
  readonly #contract: TestedContract
  /** By the resource, then by the identity: the item that had them. */
  readonly #latest = new Map<TestedResource, Map<string, object>>()

  readonly #resources: readonly TestedResource[]
  readonly #maker: Maker

  constructor(contract: TestedContract, resources: readonly TestedResource[], maker: Maker) {
    this.#contract = contract
    this.#resources = resources
    this.#maker = maker
  }

  /** @param acted - What the operation is an action on. */
  note(operation: Operation, response: ReceivedResponse, acted?: TestedResource): void {
    const own = this.#resources.find(({ operations }) =>
      Object.values(operations).includes(operation),
    )
    const resource = own ?? acted
    if (resource === undefined || !isSuccess(response)) return
    const { replace, change } = resource.operations
    const asks = [replace, change].some((each) => each && this.#namesIn(each).length > 0)
    const item =
      asks && operation.method !== 'DELETE'
        ? itemOf(response, this.#maker.placeOf(resource, operation))
        : undefined
    const identity = identityIn(this.#contract, resource, item)
    if (!isObject(item) || identity === undefined) return
    const all = this.#latest.get(resource) ?? new Map<string, object>()
    this.#latest.set(resource, all.set(String(identity), item))
  }

  /** The request with the versions that things have now. */
  current(parts: RequestParts): RequestParts {
    const { body } = parts
    if (body?.value === undefined) return parts
    return { ...parts, body: { ...body, value: this.valueFor(parts, body.value) } }
  }

  /** A body of the request with the identity in its path, and the version that the thing has now. */
  valueFor(parts: RequestParts, value: unknown): unknown {
    const { media } = parts.body ?? {}
    if (media?.schema === undefined || !isObject(value)) return value
    const { name } = askedPlace(this.#contract, parts.operation, media)
    const of = (each: unknown) => this.#versioned(parts, this.#identified(parts, each))
    if (name === undefined) return of(value)
    return Object.hasOwn(value, name) ? { ...value, [name]: of(value[name]) } : value
  }

  /** A server may refuse another identity than that of the path, and none. */
  #identified(parts: RequestParts, value: unknown): unknown {
    const { resource, identity } = this.#leading(parts) ?? {}
    const schema = questionOf(this.#contract, parts.operation) ?? true
    const [members, readOnly] = [
      membersOf(this.#contract, schema),
      readOnlyOf(this.#contract, schema),
    ]
    const isId = /id$/i.test(resource?.parameter?.name ?? '')
    const name = resource?.idNames
      .slice(0, 2)
      .find((each) => members.has(each) && !readOnly.has(each) && (each !== 'id' || isId))
    if (!isObject(value) || name === undefined) return value
    const { verdicts } = this.#contract
    const isLeft =
      value[name] === undefined
        ? parts.operation.method === 'PATCH'
        : !verdicts.accepts(members.get(name) ?? true, value[name])
    const now = { ...value, [name]: identity }
    const isAsValid = verdicts.accepts(schema, now) === verdicts.accepts(schema, value)
    return isLeft || !isAsValid ? value : now
  }

  #versioned(parts: RequestParts, value: unknown): unknown {
    const names = isObject(value) ? this.#namesIn(parts.operation) : []
    const { resource, identity } = (names.length > 0 && this.#leading(parts)) || {}
    const item = resource && this.#latest.get(resource)?.get(String(identity))
    if (!isObject(value) || !isObject(item)) return value
    const members = membersOf(this.#contract, questionOf(this.#contract, parts.operation))
    const isOpen = ([name, own]: readonly [string, unknown]) =>
      names.includes(name) &&
      Object.hasOwn(item, name) &&
      this.#contract.verdicts.accepts(members.get(name) ?? true, own)
    const now = Object.entries(value).filter(isOpen)
    return { ...value, ...Object.fromEntries(now.map(([name]) => [name, item[name]])) }
  }

  #namesIn(operation: Operation): readonly string[] {
    const members = membersOf(this.#contract, questionOf(this.#contract, operation))
    return [...members.keys()].filter(isVersionName)
  }

  /** The thing that a change is about. */
  #leading({ operation, parameters }: RequestParts) {
    for (const resource of this.#resources) {
      const { replace, change } = resource.operations
      if (replace !== operation && change !== operation) continue
      const own = keyTo(resource)
      for (const [{ name }, held] of parameters) {
        if (keyOf(operation.path, name) === own && 'value' in held)
          return { resource, identity: held.value }
      }
    }
    return undefined
  }
}
