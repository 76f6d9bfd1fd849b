import { connect, isIP, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectTls } from 'node:tls'
import type { RawRequest } from '../exchange/request.js'
import type { Outcome } from '../exchange/response.js'
import { parseResponse } from './parse-response.js'
import { untilSilent } from './until-silent.js'

/** Most bytes of a response that are read. */
const MOST_BYTES = 4 * 2 ** 20

/**
 * Sends bytes over a connection of their own, and reads the first response.
 *
 * @param time - Milliseconds until they count as unanswered.
 * @param other - Asks the server something over another connection, to see whether it is only silent on this one.
 */
export function exchangeRaw(
  url: URL,
  { bytes, after = 'open', mayWait = false, readsAll = false }: RawRequest,
  time: number,
  other: () => Promise<unknown>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now()
    const { protocol, hostname } = url
    const isHead = bytes.toString('latin1', 0, 5) === 'HEAD '
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket: Socket =
      protocol === 'https:'
        ? // No address is a name of a server (RFC 6066, section 3).
          connectTls({ host, port: portOf(url), servername: isIP(host) ? '' : host })
        : connect({ host, port: portOf(url) })
    let received: Buffer = Buffer.alloc(0)
    let isDone = false
    const done = (outcome: Outcome) => {
      isDone = true
      clearTimeout(timer)
      socket.destroy()
      resolve(outcome)
    }
    const parsed = (isEnd: boolean) => {
      const ms = performance.now() - started
      return parseResponse(received, { isEnd, isHead, ms })
    }
    const timer = setTimeout(() => {
      const response = parsed(true)
      if (response !== undefined) done({ ...response, isPartial: true })
      else done({ failure: 'time', detail: `no response in ${time} ms` })
    }, time)
    const endInSilence = async () => {
      await untilSilent(() => (isDone ? undefined : received.length), other)
      done(parsed(true) ?? { failure: 'time', detail: 'no response, while others have theirs' })
    }
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const response = parsed(true)
      const failure = error.code === 'ECONNREFUSED' ? 'refused' : 'closed'
      done(response ?? { failure, detail: `the connection ended: ${error.message}` })
    })
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const response = readsAll ? undefined : parsed(false)
      if (response !== undefined) done(response)
      else if (received.length > MOST_BYTES) done({ failure: 'malformed', detail: 'no end' })
    })
    socket.on('close', () => {
      const response = parsed(true)
      const detail =
        received.length === 0 ? 'the connection ended without a response' : 'it is no HTTP response'
      done(response ?? { failure: received.length === 0 ? 'closed' : 'malformed', detail })
    })
    socket.on(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.write(bytes, () => {
        if (mayWait) void endInSilence()
      })
      if (after === 'end') socket.end()
    })
  })
}

export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number {
  return Number(port || (protocol === 'https:' ? 443 : 80))
}
