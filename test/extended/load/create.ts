import { type Agent, type IncomingMessage, request } from 'node:http'
import { token } from '../../server/helpers.js'

let id = 0

/**
 * Creates a new plant, and resolves with the response when it has been read.
 *
 * @param agent - `false` for a connection of its own.
 */
export function createNew(port: number, agent: Agent | false): Promise<IncomingMessage> {
  const body = `{"id":${++id},"name":"fern"}`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const target = { host: '127.0.0.1', port, agent, method: 'POST', path: '/plants' }
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...target, headers, signal: AbortSignal.timeout(PATIENCE) },
      (response) => response.resume().once('end', () => resolve(response)),
    )
    sent.once('error', reject).end(body)
  })
}

/** A request that is not answered by then is not answered. */
const PATIENCE = 60_000

/** The status of a create on a connection of its own, or why there is none. */
export function createdOr(port: number): Promise<number | string> {
  return createNew(port, false).then(
    ({ statusCode = 0 }) => statusCode,
    (error) => String(error.code ?? error.name),
  )
}
