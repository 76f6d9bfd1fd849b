import { isObject, type JsonObject } from '../openapi/json.js'
import { findMedia, parseMediaType } from '../openapi/media-type.js'
import { statusKeys } from '../openapi/status.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type { JsonResponse } from '../runtime/contract/media.js'
import { type Envelope, opened, sealed } from './envelope.js'
import type { Item } from './item-shape.js'
import type { Sources } from './mock-body.js'
import { isMore, overlaid, withMore } from './overlaid.js'

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

/** The bodies that a response can have. */
export interface PossibleBodies {
  readonly accepts: (body: unknown) => boolean
  /** Another body than the sample. */
  readonly draw: () => unknown
}

export function bodiesOf(
  operation: OperationContract,
  result: OperationResult,
  { draw }: Sources,
): PossibleBodies {
  const { schema } = mediaOf(operation, result)
  return { accepts: acceptedBy(operation, result), draw: () => schema && draw(schema) }
}

/** Most bodies that are drawn until one is of the kind of an item. */
const DRAWS = 40

/** A body with an item, and how much of the item it has another value for. */
interface Fit {
  readonly body: unknown
  /** The body that the item was put into. */
  readonly pattern: unknown
  readonly lost: number
  /** True if it has another value for a member of the item. */
  readonly hasOther: boolean
}

/**
 * The sample with an item, or a drawn body that fits more of it, where the sample is another alternative, such as one
 * with another `kind`.
 *
 * @param sent - Members of the item that weigh more than all others: what a client has just changed.
 */
function bestFit(
  sample: unknown,
  envelope: Envelope,
  item: Item,
  { accepts, draw }: PossibleBodies,
  sent: Item = {},
): Fit {
  const names = Object.keys(item)
  const fitOf = (pattern: unknown): Fit => {
    const body = fittedTo(pattern, envelope, item, accepts)
    const content = Object(opened(body, envelope))
    const has = (name: string) => Object.hasOwn(content, name)
    const isSent = (name: string) => Object.hasOwn(sent, name)
    const refused = names.filter((name) => !isMore(content[name], item[name]))
    const weights = refused.map((name) => (isSent(name) ? names.length : has(name) ? 1 : 0))
    const lost = weights.reduce((sum, each) => sum + each, 0)
    return { body, pattern, lost, hasOther: refused.some(has) }
  }
  let best = fitOf(sample)
  for (let count = 0; count < DRAWS && best.lost > 0; count++) {
    const pattern = sealed(sample, envelope, opened(draw(), envelope))
    const other = accepts(pattern) ? fitOf(pattern) : best
    if (other.lost < best.lost) best = other
  }
  return best
}

/**
 * A response with an item in an envelope, and the item with what the service adds to it.
 *
 * @param sent - What a client has changed in the item, if it has.
 */
export function placed(
  operation: OperationContract,
  envelope: Envelope,
  item: Item,
  { sample, sources }: { readonly sample: OperationResult; readonly sources: Sources },
  sent?: Item,
): { readonly result: OperationResult; readonly item: Item } {
  const bodies = bodiesOf(operation, sample, sources)
  const { body, pattern, hasOther } = bestFit(sample.body, envelope, item, bodies, sent)
  const shown = Object(opened(body, envelope))
  // Of another kind than before, it has none of the members that it had for that.
  const isOther = sent !== undefined && (pattern !== sample.body || hasOther)
  return { result: { ...sample, body }, item: isOther ? shown : withMore(item, shown) }
}

/** A body of the kind of an item, with the item; see {@link fittedTo}. */
export function fitted(
  sample: unknown,
  envelope: Envelope,
  item: Item,
  bodies: PossibleBodies,
): unknown {
  return bestFit(sample, envelope, item, bodies).body
}

/**
 * The body with an item: with the members of the sample that it has to have and lacks, or else with those of
 * its own that are accepted.
 */
function fittedTo(
  sample: unknown,
  envelope: Envelope,
  item: Item,
  accepts: PossibleBodies['accepts'],
): unknown {
  const inside = opened(sample, envelope)
  const content: JsonObject = isObject(inside) ? inside : {}
  const isAccepted = (each: Item) => accepts(sealed(sample, envelope, each))
  if (isAccepted(item)) return sealed(sample, envelope, item)
  // An example that its own schema refuses is a pattern all the same.
  if (!accepts(sample)) return sealed(sample, envelope, { ...content, ...item })
  return sealed(
    sample,
    envelope,
    overlaid(content, item, (each) => isAccepted(each as Item)),
  )
}
