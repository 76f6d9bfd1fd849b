import { plainText } from '../openapi/json.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type { Call } from './call.js'
import { opened, sealed } from './envelope.js'
import { acceptedBy, keyOf, mediaOf } from './fitting.js'
import { variantsOf } from './identity.js'
import { itemPlace, withItem } from './item-bodies.js'
import { createdItem, type Item, idOf, itemSent, withId } from './item-shape.js'
import type { Sources } from './mock-body.js'
import { newId } from './new-id.js'

/** An item that a request creates, and the response with it. */
interface Created {
  readonly id: string
  readonly item: Item
  readonly result: OperationResult
}

/** Creates the item of a request, with an id that the document allows in paths and in the response. */
export function created(call: Call, sources: Sources): Created {
  const { operation, request, sample, shape } = call
  const given = { shape, sample, sources }
  const sent = itemSent(shape, Object(request.body ?? {}))
  const whole = createdItem(shape, sent, () => idFor(call, sources))
  const id = plainText(idOf(shape, whole))
  const { result, item } = withItem(operation, whole, given)
  const accepts = acceptedBy(operation, sample)
  // Some services answer the id alone.
  const isScalar = typeof sample.body === 'string' || typeof sample.body === 'number'
  const alone = isScalar ? variantsOf(idOf(shape, whole)).find(accepts) : undefined
  const told = alone === undefined ? result : { ...result, body: alone }
  return { id, item, result: { ...told, ...located(call, id) } }
}

function idFor({ operation, request, sample, shape, source, items }: Call, sources: Sources) {
  const given = { shape, sample, sources }
  const place = itemPlace(operation, given)
  const accepts = acceptedBy(operation, sample)
  const idIn = (body: unknown) => place && idOf(shape, opened(body, place))
  const bodyWith = (id: unknown) => {
    const content = place && Object(opened(sample.body, place))
    return place ? sealed(sample.body, place, withId(shape, content, id)) : sample.body
  }
  const { schema } = mediaOf(operation, sample)
  return newId({
    schema: shape.idSchema,
    known: new Set(items.keys()),
    sample: idIn(sample.body),
    draws: [source.drawId, () => schema && idIn(sources.draw(schema))],
    isPossible: (id) => source.isPossible(request.params ?? {}, id) && accepts(bodyWith(id)),
  })
}

/** The response with the address of what has been created, if it has a header for it that accepts that. */
function located(
  { operation, request: { fastify }, sample }: Call,
  id: string,
): Pick<OperationResult, 'headers'> {
  const { headers = {} } = sample
  const name = Object.keys(headers).find((each) => /^location$/i.test(each))
  const group = operation.responseHeaders?.[keyOf(operation, sample)]
  if (name === undefined || group === undefined) return { headers }
  const path = `${fastify.url.replace(/\/?([?#].*)?$/s, '')}/${encodeURIComponent(id)}`
  const all = [path, `${fastify.protocol}://${fastify.host}${path}`]
  const changed = all.map((each) => ({ ...headers, [name]: each }))
  return { headers: changed.find((each) => group.validate(each)) ?? headers }
}
