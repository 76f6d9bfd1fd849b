import type http from 'node:http'
import { performance } from 'node:perf_hooks'
import { isResponse, type ReceivedResponse } from '../exchange/response.js'
import { parseResponse } from './parse-response.js'

/**
 * Reads along a response to HEAD, and those of 204 and 304: Node's client hides bytes where there must not be a body,
 * or fails at them.
 */
export function bodilessResponse(
  request: http.ClientRequest,
  method: string,
): (started: number) => ReceivedResponse | undefined {
  const chunks: Buffer[] = []
  const listen = (chunk: Buffer) => {
    // Before the client reads it: at an error it reads no more.
    if (chunks.length < 16) chunks.push(chunk)
  }
  request.on('socket', (socket) => {
    socket.prependListener('data', listen)
    request.on('close', () => socket.off('data', listen))
  })
  return (started) => {
    const reading = { isEnd: true, isHead: method === 'HEAD', ms: performance.now() - started }
    const outcome = parseResponse(Buffer.concat(chunks), reading)
    if (outcome === undefined || !isResponse(outcome)) return undefined
    return method === 'HEAD' || [204, 304].includes(outcome.status) ? outcome : undefined
  }
}
