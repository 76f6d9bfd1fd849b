import { Unwritable } from '../../requests/write-parameters.js'
import type { Operation } from '../document/contract.js'
import type { SentRequest } from '../exchange/request.js'
import { isResponse } from '../exchange/response.js'
import type { RequestParts } from '../requests/parts.js'
import { writeRequest } from '../requests/write-request.js'
import { attempt } from '../resources/attempt.js'
import type { Kit } from '../run/kit.js'

/** Most operations of a document that everything is tried with. */
const SAMPLE = 25

/** The parts of a valid request, with a new identity at each call. @throws {Unwritable} */
export function validParts(kit: Kit, operation: Operation): RequestParts {
  const parts = kit.source.valid(operation)
  if (parts === undefined) throw new Unwritable()
  return parts
}

/** A valid request with its credentials. @throws {Unwritable} */
export function validRequest(kit: Kit, operation: Operation): SentRequest {
  return kit.written(validParts(kit, operation))
}

/** A valid request with its credentials and a body. @throws {Unwritable} */
export function requestWithBody(
  kit: Kit,
  operation: Operation,
): SentRequest & { readonly body: Buffer } {
  const { body, ...request } = validRequest(kit, operation)
  if (body === undefined || body.length === 0) throw new Unwritable()
  return { ...request, body }
}

/** A valid request without credentials. @throws {Unwritable} */
export function anonymousRequest(kit: Kit, operation: Operation): SentRequest {
  return writeRequest(validParts(kit, operation))
}

/** The first of some operations whose valid request succeeds now. */
export async function firstAccepted(
  kit: Kit,
  operations: readonly Operation[],
): Promise<Operation | undefined> {
  for (const operation of operations.slice(0, SAMPLE)) {
    if (await isAccepted(kit, operation)) return operation
  }
  return undefined
}

export function bodyPointer({ requestBody, pointer }: Operation): string {
  return requestBody?.pointer ?? pointer
}

/** True if a valid request can be written. */
export function canWrite(kit: Kit, operation: Operation): boolean {
  try {
    validRequest(kit, operation)
    return true
  } catch (error) {
    if (error instanceof Unwritable) return false
    throw error
  }
}

/** The status that a valid request gets now; 0 if it cannot be sent or is not answered. */
export async function statusNow(kit: Kit, operation: Operation): Promise<number> {
  await kit.refresh()
  const outcome = await attempt(() => kit.peek(validRequest(kit, operation)))
  return outcome !== undefined && isResponse(outcome) ? outcome.status : 0
}

/** True if a valid request succeeds now. */
export async function isAccepted(kit: Kit, operation: Operation): Promise<boolean> {
  const status = await statusNow(kit, operation)
  return status >= 200 && status < 300
}

/** True for the first operation of the document: probes of the whole server run with it. */
export function isFirst({ contract }: Kit, operation: Operation): boolean {
  return contract.tested[0] === operation
}

export function isFirstOfPath({ contract }: Kit, operation: Operation): boolean {
  return contract.tested.find(({ path }) => path === operation.path) === operation
}

export function isFirstOfMethod({ contract }: Kit, operation: Operation): boolean {
  return contract.tested.find(({ method }) => method === operation.method) === operation
}

/** True for some operations all over a large document, and for all of a small one. */
export function isSample({ contract: { tested } }: Kit, operation: Operation): boolean {
  return tested.indexOf(operation) % Math.ceil(tested.length / SAMPLE) === 0
}

export function hasJsonBody({ requestBody }: Operation): boolean {
  return requestBody?.content.some(({ kind }) => kind === 'json') ?? false
}

/** A JSON body that both opinions refuse. */
export function refusedValue(
  kit: Kit,
  { requestBody }: Operation,
): { readonly value: unknown } | undefined {
  const name = requestBody?.content.find(({ kind }) => kind === 'json')?.schema
  const schema = kit.contract.reference(name as string)
  const value = [{}, [], null, 'text', 0].find(
    (each) => kit.contract.verdicts.verdict(schema, each) === false,
  )
  return value === undefined ? undefined : { value }
}
