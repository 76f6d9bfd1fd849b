import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientErrorHandler, type ErrorBody, errors, HttpRefusal } from 'fastify-contract'

/**
 * Refuses, with the Error body, heads that Node's parser accepts or answers without a body: a missing or
 * other protocol version (RFC 9112, section 3), an invalid target (section 3.2), no, several or invalid
 * `Host` headers (section 3.2), an unsupported transfer coding (section 6.1). Closes the connection, since
 * its next bytes may be anything. Needs `requireHostHeader: false`.
 */
export function refuseBadHeads(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (isUpgrade(raw)) reply.header('connection', 'close')
    const isValid = raw.httpVersionMajor === 1 && isTarget(raw.url as string) && hasHost(raw)
    const fault = isValid ? codingFault(raw) : errors.badRequest
    if (fault !== undefined) {
      reply.header('connection', 'close')
      done(new HttpRefusal(fault))
    } else done(isMet(raw) ? undefined : new HttpRefusal(errors.expectationFailed))
  })
}

/** No upgrade is supported, and Node drops requests that are pipelined after one. */
function isUpgrade({ headers: { connection = '', upgrade } }: IncomingMessage): boolean {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection)
}

/** A target has no fragment, and user information in it is deceptive (RFC 9110, section 4.2.4). */
function isTarget(url: string): boolean {
  return !url.includes('#') && (url.startsWith('/') || !/^https?:\/\/[^/?]*@/i.test(url))
}

/** `uri-host [":" port]` (RFC 3986, sections 3.2.2 and 3.2.3), or empty: a target without authority. */
const HOST = /^(\[[\da-f:.]+\]|([\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(:\d*)?$/i

/** Node leaves out all of them but the first in `headers`. */
function hasHost({ httpVersion, rawHeaders, headers: { host } }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0'
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 && HOST.test(host)
}

/** HTTP/1.0 has no transfer codings; of HTTP/1.1's, Node decodes `chunked` only. */
function codingFault({ httpVersion, headers }: IncomingMessage): ErrorBody | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersion === '1.0') return errors.badRequest
  return coding.trim().toLowerCase() === 'chunked' ? undefined : errors.notImplemented
}

/** True unless something else than 100 is expected (RFC 9110, section 10.1.1); HTTP/1.0 has no expectations. */
function isMet({ httpVersion, headers: { expect } }: IncomingMessage): boolean {
  return expect === undefined || httpVersion === '1.0' || /^100-continue$/i.test(expect)
}

/**
 * Answers `Expect`: 100 when the body is about to be read, so that a refused client need not send it.
 * Others are refused with the head.
 */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkContinue', (raw: IncomingMessage, response: ServerResponse) => {
    onceRead(raw, () => response.writeContinue())
    app.server.emit('request', raw, response)
  })
  app.server.on('checkExpectation', (raw: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', raw, response)
  })
}

/** Calls back when the body gets its first listener; a discarded body has none. */
function onceRead(raw: IncomingMessage, callback: () => void): void {
  const listen = (event: string | symbol) => {
    if (event !== 'data' && event !== 'readable') return
    raw.off('newListener', listen)
    callback()
  }
  raw.on('newListener', listen)
}

/** Answers `CONNECT`, for which Node closes the connection without a response. */
export function refuseConnect(app: FastifyInstance): void {
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    clientErrorHandler(new Error('CONNECT'), socket as Socket)
  })
}
