import { plainText } from '../openapi/json.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationRequest, OperationResult } from '../runtime/contract/handler.js'
import type { Item, ItemShape } from './item-shape.js'
import type { ItemSource } from './item-source.js'

/** The request of a handler, as far as resources need it. */
export type ResourceRequest = OperationRequest & {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The items of a collection by their ids. */
export type Items = Map<string, Item>

/** An operation that is answered, and what the mock answers without a state. */
export interface MockCall {
  readonly operation: OperationContract
  readonly request: ResourceRequest
  readonly sample: OperationResult
}

/** The same with what is known of its resource. */
export interface Call extends MockCall {
  readonly shape: ItemShape
  readonly source: ItemSource
  readonly items: Items
}

/** The path of a request, which tells one collection from another: `/owners/ann/pets`. */
export function concretePath(template: string, params: ResourceRequest['params'] = {}): string {
  return template.replace(/\{([^{}/]+)\}/g, (_, name) =>
    encodeURIComponent(plainText(params[name])),
  )
}
