import type { Operation, TestedContract } from '../document/contract.js'
import { shapeOf } from './path-shape.js'
import { creationOf, type TestedResource } from './resource.js'
import { itemPath } from './thing-paths.js'

/** Actions on things, as `POST /orders/{id}/cancel`, and which of them a thing takes but once. */
export class Actions {
  readonly #contract: TestedContract
  readonly #resources: readonly TestedResource[]
  readonly #once = new Set<Operation>()

  constructor(contract: TestedContract, resources: readonly TestedResource[]) {
    this.#contract = contract
    this.#resources = resources
  }

  /** What an operation acts on; `undefined` if it is no action, or on what nothing makes anew. */
  subjectOf(operation: Operation): TestedResource | undefined {
    const path = shapeOf(operation.path)
    const isAlone = this.#contract.operations.every(
      (each) => each === operation || shapeOf(each.path) !== path,
    )
    if (operation.method !== 'POST' || !isAlone) return undefined
    return this.#resources.find((each) => {
      const item = `${shapeOf(itemPath(each))}/`
      const isBelow = path.startsWith(item) && !path.slice(item.length).includes('{')
      return isBelow && creationOf(each) !== undefined
    })
  }

  /** The actions on things of a kind. */
  on(resource: TestedResource): readonly Operation[] {
    return this.#contract.operations.filter((each) => this.subjectOf(each) === resource)
  }

  /** True if a response tells that the thing takes the action no more. */
  isSpent(operation: Operation, status: number): boolean {
    if (status === 409) this.#once.add(operation)
    return this.#once.has(operation) && (status < 300 || status === 409)
  }
}
