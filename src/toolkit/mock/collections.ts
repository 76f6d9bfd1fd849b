import { plainText } from '../openapi/json.js'
import type { Resource } from '../openapi/resources/roles.js'
import type { Contract } from '../runtime/contract/contract.js'
import { type Call, concretePath, type Items, type ResourceRequest } from './call.js'
import type { Resources } from './item-operations.js'
import { type Item, type ItemShape, idOf } from './item-shape.js'
import { ItemShapes } from './item-shapes.js'
import { type ItemSource, itemSource } from './item-source.js'
import { makeRoom } from './make-room.js'
import type { Sources } from './mock-body.js'

/** What is known of a resource, and the item that the path of a request is in, or leads to. */
interface ResourceState extends Pick<Call, 'shape' | 'source' | 'items'> {
  readonly item: Item | undefined
}

/** How many items there are of which nothing tells anything. */
const SOME = 3

/** The items of the resources, by the paths of their collections. */
export class Collections {
  readonly #resources: Resources
  readonly #sources: Sources
  readonly #shapes: ItemShapes
  readonly #itemSources = new Map<Resource, Promise<ItemSource>>()
  readonly #collections = new Map<string, Items>()
  /** Ids of what has been removed, where all others are there. */
  readonly #removed = new WeakMap<Items, Set<string>>()

  constructor({ operations }: Contract, resources: Resources, sources: Sources) {
    this.#resources = resources
    this.#sources = sources
    this.#shapes = new ItemShapes(operations, resources.roles, sources.examples)
  }

  async at(resource: Resource, request: ResourceRequest): Promise<ResourceState> {
    const shape = this.#shapes.of(resource)
    const path = this.#resources.itemOf(resource)
    const known = this.#itemSources.get(resource) ?? itemSource(path, shape, this.#sources)
    this.#itemSources.set(resource, known)
    const source = await known
    const items = this.#itemsAt(resource, shape, source, request)
    const id = request.params?.[path?.parameter ?? '']
    return { shape, source, items, item: this.#itemIn(items, source, id) }
  }

  remove(items: Items, id: string): void {
    items.delete(id)
    this.#removed.get(items)?.add(id)
  }

  #itemIn(items: Items, source: ItemSource, id: unknown): Item | undefined {
    const key = plainText(id)
    const known = items.get(key)
    const removed = this.#removed.get(items)
    if (known !== undefined || removed === undefined || removed.has(key)) return known
    const item = source.itemWith(id)
    items.set(key, item)
    makeRoom(items)
    return item
  }

  #itemsAt(
    resource: Resource,
    shape: ItemShape,
    source: ItemSource,
    { params }: ResourceRequest,
  ): Items {
    const place = concretePath(resource.collection, params)
    const known = this.#collections.get(place)
    if (known !== undefined) return known
    const items: Items = new Map()
    for (const item of this.#firstOf(resource, source)) {
      const id = idOf(shape, item)
      if (id !== undefined && !items.has(plainText(id))) items.set(plainText(id), item)
    }
    if (items.size === 0 && !this.#resources.areMade(resource)) this.#removed.set(items, new Set())
    this.#collections.set(place, items)
    makeRoom(this.#collections)
    return items
  }

  /** The items that nobody made: those of the examples, or some where there are no others to be listed. */
  #firstOf(resource: Resource, source: ItemSource): readonly Item[] {
    const known = [...this.#shapes.seedsOf(resource), ...source.items]
    const isOther = this.#resources.areMade(resource) || !this.#resources.areListed(resource)
    if (known.length > 0 || isOther) return known
    return Array.from({ length: SOME }, () => source.itemWith(source.drawId()))
  }
}
