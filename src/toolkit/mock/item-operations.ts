import { type Resource, type Role, rolesOf } from '../openapi/resources/roles.js'
import type { OperationRoute } from '../openapi/route.js'
import type { Contract } from '../runtime/contract/contract.js'
import type { ResourceRequest } from './call.js'
import type { DocumentExamples } from './examples.js'
import { type Identity, identitiesOf, identityOf } from './identity.js'

/** The operation of a resource that has the id of an item in its path: `GET`, or else another. */
export interface ItemOperation {
  readonly operation: Contract['operations'][number]
  /** Name of the path parameter with the id. */
  readonly parameter: string
  /** The examples of that parameter. */
  readonly examples: readonly unknown[]
}

/** The resources of a contract, and the parts that its operations have in them. */
export class Resources {
  readonly #roles: ReadonlyMap<string, Role>
  readonly #items = new Map<Resource, ItemOperation>()
  /** Resources with an operation that creates items. */
  readonly #created = new Set<Resource>()
  /** The same, and those with one that may. */
  readonly #made = new Set<Resource>()
  readonly #listed = new Set<Resource>()

  constructor({ operations }: Contract, examples: DocumentExamples) {
    const roles = rolesOf(operations)
    const acted = new Set<Resource>()
    for (const operation of operations) {
      const { resource, parameter, action } = roles.get(operation.operationId) ?? {}
      if (resource === undefined) continue
      const is201 = examples.contents(operation).some(([status]) => status === '201')
      if (action === 'create') this.#created.add(resource)
      if (action === 'create' || action === 'replace' || is201) this.#made.add(resource)
      if (action === 'list') this.#listed.add(resource)
      if (action !== 'read') acted.add(resource)
      if (parameter === undefined) continue
      const found = examples.parameters(operation)
      const own = found.find(({ name, in: place }) => name === parameter && place === 'path')
      const known = this.#items.get(resource)
      const chosen = action === 'read' || known === undefined ? { operation, parameter } : known
      const all = [...(known?.examples ?? []), ...(own?.examples ?? [])]
      this.#items.set(resource, { ...chosen, examples: all })
      if (all.length > 0) acted.add(resource)
    }
    // Of items that are only read, without examples, nothing tells which there are: each is.
    this.#roles = new Map([...roles].filter(([, { resource }]) => acted.has(resource)))
  }

  get roles(): ReadonlyMap<string, Role> {
    return this.#roles
  }

  /** What an operation does to a resource; a list that is sent to `/pets/bulk` is created in `/pets`. */
  roleIn(
    { operationId, method, path }: OperationRoute,
    { body }: ResourceRequest,
  ): Role | undefined {
    const own = this.#roles.get(operationId)
    if (own !== undefined || method !== 'POST' || !Array.isArray(body)) return own
    const resource = [...this.#created].find(({ collection }) => {
      return /^\/[^/{}]+$/.test(path.slice(collection.length)) && path.startsWith(collection)
    })
    return resource && { action: 'create', resource, parameter: undefined }
  }

  itemOf(resource: Resource): ItemOperation | undefined {
    return this.#items.get(resource)
  }

  /** What the path of an operation leads through: the items above what it is about, as far as an operation creates them. */
  above({ operationId, path }: Contract['operations'][number]): Resource[] {
    const own = this.#roles.get(operationId)?.resource
    return [...this.#items].flatMap(([resource, { parameter }]) => {
      const isAbove = path.startsWith(`${resource.collection}/{${parameter}}/`)
      return isAbove && resource !== own && this.areCreated(resource) ? [resource] : []
    })
  }

  /** The resource of the item that an operation is done to: one name follows that item in its path. */
  actedOn(operation: Contract['operations'][number]): Resource | undefined {
    return this.above(operation).find(({ collection }) => {
      return /^\/[^/]+\/[^/{}]+$/.test(operation.path.slice(collection.length))
    })
  }

  /** True if an operation of the collection creates items. */
  areCreated(resource: Resource): boolean {
    return this.#created.has(resource)
  }

  /** True if an operation may make items; else they come from elsewhere. */
  areMade(resource: Resource): boolean {
    return this.#made.has(resource)
  }

  areListed(resource: Resource): boolean {
    return this.#listed.has(resource)
  }

  /** What a request says of the items in its response; of what it creates, the id is the example of its parameter. */
  identitiesOf(
    { operationId, path }: Contract['operations'][number],
    params: Readonly<Record<string, unknown>>,
  ): Identity[] {
    const role = this.#roles.get(operationId)
    const item = role?.action === 'create' ? this.#items.get(role.resource) : undefined
    const created = item?.examples.slice(0, 1).map((each) => identityOf(item.parameter, each))
    return [...identitiesOf(path, params), ...(created ?? [])]
  }
}
