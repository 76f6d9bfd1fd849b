import { isObject, type JsonObject } from '../openapi/json.js'
import type { Action, Resource, Role } from '../openapi/resources/roles.js'
import type { Contract } from '../runtime/contract/contract.js'
import {
  elementOf,
  type ItemPlace,
  itemEnvelopes,
  itemIn,
  listEnvelope,
  opened,
} from './envelope.js'
import type { DocumentExamples } from './examples.js'
import type { Item, ItemShape } from './item-shape.js'
import { described, propertiesOf } from './schema-parts.js'

/** What a document says of its resources: the shapes of their items, and examples of them. */
export class ItemShapes {
  readonly #operations: Contract['operations']
  readonly #roles: ReadonlyMap<string, Role>
  readonly #examples: DocumentExamples
  readonly #shapes = new Map<Resource, ItemShape>()

  constructor(
    operations: Contract['operations'],
    roles: ReadonlyMap<string, Role>,
    examples: DocumentExamples,
  ) {
    this.#operations = operations
    this.#roles = roles
    this.#examples = examples
  }

  /** The items in the examples of responses. */
  seedsOf(resource: Resource): Item[] {
    const shape = this.of(resource)
    return this.#placesOf(resource).flatMap(({ action, schema, examples }) => {
      const { root } = this.#examples
      const envelope =
        action === 'list' ? listEnvelope(root, schema, [shape.id]) : itemIn(root, schema, shape)
      const found = envelope ? examples.flatMap((each) => opened(each, envelope)) : []
      return found.filter(isObject)
    })
  }

  of(resource: Resource): ItemShape {
    const known = this.#shapes.get(resource)
    if (known !== undefined) return known
    const { root } = this.#examples
    const shapes = this.#placesOf(resource).flatMap(({ action, schema }) => {
      const { idNames } = resource
      const list = action === 'list' ? listEnvelope(root, schema, idNames) : undefined
      const one = list ? elementOf(root, schema, list) : schema
      const [found] = itemEnvelopes(root, one, idNames) ?? []
      return found ? shapeOf(root, found) : []
    })
    const [place] = this.#placesOf(resource)
    const shape = shapes[0] ?? { id: 'id', properties: propertiesOf(root, place?.schema) }
    this.#shapes.set(resource, shape)
    return shape
  }

  /** The responses of a resource's operations in the document, those of one item first. */
  #placesOf(resource: Resource) {
    const found = this.#operations.flatMap((operation) => {
      const role = this.#roles.get(operation.operationId)
      if (role?.resource !== resource || role.action === 'remove') return []
      return this.#examples.successes(operation).map(({ examples, schema }) => {
        const { root } = this.#examples
        return { ...role, examples, schema: described(root, schema, examples[0]) }
      })
    })
    const order: readonly Action[] = ['read', 'create', 'replace', 'change', 'list']
    return found.toSorted((one, other) => order.indexOf(one.action) - order.indexOf(other.action))
  }
}

function shapeOf(root: JsonObject, { id, holder, schema }: ItemPlace): ItemShape {
  const properties = propertiesOf(root, schema)
  const own = holder === undefined ? properties : propertiesOf(root, properties.get(holder))
  return { id, holder, idSchema: own.get(id), properties }
}
