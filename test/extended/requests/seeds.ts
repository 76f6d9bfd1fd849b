import type { OperationContract } from 'fastify-contract'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import { type Draw, requestOf } from '../served/requests.js'
import type { Seed } from './mutate.js'

const MANY = 6

/** Requests that a document documents, drawn from its schemas; none for what cannot be written. */
export function seedsOf(operations: readonly OperationContract[], draw: Draw): Seed[] {
  const bodies: string[] = []
  return operations.flatMap((operation) => {
    const headers = (operation.headers?.parameters ?? []).map(({ name }) => name)
    const found = variants(operation).flatMap((each) => drawn(each, draw))
    return found.map(({ method, url, headers: given, payload }): Seed => {
      const bytes = payload === undefined ? undefined : Buffer.from(payload)
      if (bytes && bodies.length < 500 && /json/.test(given['content-type'] ?? ''))
        bodies.push(bytes.toString())
      const wire = { method, url: normal(url), headers: lower(given), payload: bytes }
      return { wire, template: operation.path, headers, bodies }
    })
  })
}

/** An operation with each of its media types alone: a request is written in the first one. */
function variants(operation: OperationContract): OperationContract[] {
  const { requestBody } = operation
  if (requestBody === undefined) return [operation]
  return Object.entries(requestBody.content).map(([mediaType, media]) => ({
    ...operation,
    requestBody: { ...requestBody, content: { [mediaType]: media } },
  }))
}

function drawn(operation: OperationContract, draw: Draw): ReturnType<typeof requestOf>[] {
  return Array.from({ length: MANY }).flatMap(() => {
    try {
      return requestOf(operation, draw)
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error
      return []
    }
  })
}

/** As `inject` sends it. */
export function normal(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}

function lower(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
  )
}
