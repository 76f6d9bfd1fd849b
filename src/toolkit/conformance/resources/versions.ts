import { isObject } from '../../openapi/json.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { membersOf } from '../document/members.js'
import { isSuccess, type ReceivedResponse } from '../exchange/response.js'
import { keyOf } from '../requests/identities.js'
import type { RequestParts } from '../requests/parts.js'
import { isVersionName } from '../values/version-name.js'
import type { Maker } from './maker.js'
import { questionOf } from './places.js'
import type { TestedResource } from './resource.js'
import { identityIn, itemOf } from './thing.js'
import { itemPath } from './thing-paths.js'

/** Versions of things as the server has told them last: a change that names another one is refused for that. */
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

  /** A body of the request with the versions that things have now; a version that the schema refuses stays. */
  valueFor(parts: RequestParts, value: unknown): unknown {
    const names = isObject(value) ? this.#namesIn(parts.operation) : []
    const item = names.length > 0 ? this.#itemOf(parts) : undefined
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

  #itemOf({ operation, parameters }: RequestParts): object | undefined {
    for (const [{ operations, ...resource }, all] of this.#latest) {
      if (operations.replace !== operation && operations.change !== operation) continue
      const own = keyOf(itemPath({ operations, ...resource }), resource.parameter?.name ?? '')
      for (const [{ name }, held] of parameters) {
        if (keyOf(operation.path, name) === own && 'value' in held)
          return all.get(String(held.value))
      }
    }
    return undefined
  }
}
