import { isObject, type JsonObject } from '../openapi/json.js'
import { findMedia, parseMediaType } from '../openapi/media-type.js'
import { TOTALS } from '../openapi/resources/names.js'
import { statusKeys } from '../openapi/status.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type { JsonResponse } from '../runtime/contract/media.js'
import { type Envelope, opened, sealed } from './envelope.js'
import type { Item } from './item-shape.js'

/** The status of a response in the document: `200`, `2XX`, `default`. */
export function keyOf({ responses }: OperationContract, { status }: OperationResult): string {
  return statusKeys(status).find((key) => Object.hasOwn(responses, key)) ?? ''
}

/** The media type of a response in the contract. */
export function mediaOf(
  operation: OperationContract,
  result: OperationResult,
): Partial<JsonResponse> {
  const type = parseMediaType(result.contentType ?? '')
  const media = type && findMedia(operation.responses[keyOf(operation, result)] ?? {}, type)
  return (media ?? {}) as Partial<JsonResponse>
}

/** True for bodies that the response accepts. */
export function acceptedBy(
  operation: OperationContract,
  result: OperationResult,
): (body: unknown) => boolean {
  const { validate = () => true } = mediaOf(operation, result)
  return (body) => validate(body)
}

/**
 * The body with an item: with the members of the sample that it has to have and lacks, or else with those of
 * its own that are accepted.
 */
export function fitted(
  sample: unknown,
  envelope: Envelope,
  item: Item,
  accepts: (body: unknown) => boolean,
): unknown {
  const inside = opened(sample, envelope)
  const content: JsonObject = isObject(inside) ? inside : {}
  const isAccepted = (each: Item) => accepts(sealed(sample, envelope, each))
  if (isAccepted(item)) return sealed(sample, envelope, item)
  // An example that its own schema refuses is a pattern all the same.
  if (!accepts(sample)) return sealed(sample, envelope, { ...content, ...item })
  let whole: Item = { ...content, ...item }
  if (isAccepted(whole)) {
    for (const name of Object.keys(content)) {
      const { [name]: _, ...less } = whole
      if (!Object.hasOwn(item, name) && isAccepted(less)) whole = less
    }
    return sealed(sample, envelope, whole)
  }
  let result: Item = content
  for (const [name, value] of Object.entries(item)) {
    const changed = { ...result, [name]: value }
    if (isAccepted(changed)) result = changed
  }
  return sealed(sample, envelope, result)
}

const COUNTS: ReadonlySet<string> = new Set(['count', ...TOTALS])

/** The body with the number of all items where it, or a member such as `meta`, has one. */
export function counted(
  body: unknown,
  count: number,
  accepts: (body: unknown) => boolean,
): unknown {
  if (!isObject(body)) return body
  const inner = Object.entries(body).flatMap(([name, each]) =>
    isObject(each) ? [[name, withCount(each, count)]] : [],
  )
  const told = { ...withCount(body, count), ...Object.fromEntries(inner) }
  return accepts(told) ? told : body
}

function withCount(body: JsonObject, count: number): JsonObject {
  const names = Object.keys(body).filter(
    (name) => COUNTS.has(name) && typeof body[name] === 'number',
  )
  return { ...body, ...Object.fromEntries(names.map((name) => [name, count])) }
}
