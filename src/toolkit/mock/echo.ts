import { isObject } from '../openapi/json.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import { askedOf } from './asked-schema.js'
import type { ResourceRequest } from './call.js'
import { bodiesOf, fitted, keyOf } from './fitting.js'
import { received } from './item-shape.js'
import type { Sources } from './mock-body.js'
import { propertiesOf } from './schema-parts.js'

/**
 * The response to a POST or PUT of no resource that is the same thing as its request: it names most of what may be sent,
 * or nothing else. What was sent is in it, and nothing else of that.
 *
 * @returns `undefined` where the response is another thing.
 */
export function withSent(
  operation: OperationContract,
  { body: sent }: ResourceRequest,
  sample: OperationResult,
  sources: Sources,
): OperationResult | undefined {
  const { examples } = sources
  const { body, contentType = '' } = sample
  if (!['POST', 'PUT'].includes(operation.method) || !isObject(sent) || !isObject(body))
    return undefined
  const told = examples.schemaOf(operation, keyOf(operation, sample), contentType)
  const properties = propertiesOf(examples.root, told)
  const asked = [...propertiesOf(examples.root, askedOf(examples.root, operation)).keys()]
  const shared = asked.filter((name) => properties.has(name)).length
  // What was created has a member of it at least (RFC 9110, section 15.3.2).
  const least = sample.status === 201 ? 1 : Math.min(2, properties.size || 1)
  if (shared < least || shared < asked.length / 2) return undefined
  const own = Object.entries(body).filter(([name]) => !asked.includes(name))
  const item = { ...Object.fromEntries(own), ...received(properties, sent) }
  return { ...sample, body: fitted(body, [], item, bodiesOf(operation, sample, sources)) }
}

/** A response with the headers of one's own that its request has too, such as `x-correlator`, as they were sent. */
export function withSentHeaders(
  operation: OperationContract,
  sent: Readonly<Record<string, unknown>>,
  result: OperationResult,
): OperationResult {
  const { validate = () => true } = operation.responseHeaders?.[keyOf(operation, result)] ?? {}
  let { headers = {} } = result
  for (const name of Object.keys(headers)) {
    const text = sent[name.toLowerCase()]
    const told = { ...headers, [name]: text }
    if (/^x-|correlation/i.test(name) && text !== undefined && validate(told)) headers = told
  }
  return { ...result, headers }
}
