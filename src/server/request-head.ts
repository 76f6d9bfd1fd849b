/** What is wrong with the head of a request, and what its `Expect` asks for. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ContractError, clientErrorHandler, type ErrorBody, errors } from 'fastify-contract'

/**
 * Refuses, with the Error body, heads that Node's parser lets through or answers without a body: no
 * version, or that of another protocol (RFC 9112, section 3), a target that is none (section 3.2), no,
 * several or no valid `Host` (section 3.2), and a body in a coding that nobody here decodes (section
 * 6.1). Needs Node's `requireHostHeader` off. The connection ends: what follows may be anything.
 */
export function refuseBadHeads(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (asksForUpgrade(raw)) reply.header('connection', 'close')
    const isSound = raw.httpVersionMajor === 1 && isTarget(raw.url as string) && hasHost(raw)
    const fault = isSound ? codingFault(raw) : errors.badRequest
    if (fault === undefined) return void done()
    reply.header('connection', 'close')
    done(new ContractError(fault))
  })
}

/** Here no protocol is changed to; and Node drops the requests that come along with such a one. */
function asksForUpgrade({ headers: { connection = '', upgrade } }: IncomingMessage): boolean {
  return upgrade !== undefined && /\bupgrade\b/i.test(connection)
}

/** No target has a fragment; and a user's name in one is for deceiving (RFC 9110, section 4.2.4). */
function isTarget(url: string): boolean {
  return !url.includes('#') && !/^https?:\/\/[^/?]*@/i.test(url)
}

function hasHost({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'host' && at % 2)
  const isOptional = httpVersionMajor === 1 && httpVersionMinor === 0
  if (hosts.length === 0) return isOptional
  return hosts.length === 1 && isHost(hosts[0] as string)
}

/** HTTP/1.0 has no codings; of those of 1.1 Node takes off the last one, which is `chunked`. */
function codingFault({ httpVersion, headers }: IncomingMessage): ErrorBody | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersion === '1.0') return errors.badRequest
  return coding.trim().toLowerCase() === 'chunked' ? undefined : errors.notImplemented
}

/**
 * Whether a text is `uri-host [":" port]` (RFC 3986, sections 3.2.2 and 3.2.3), or empty, as it is where
 * a target has no authority.
 */
function isHost(text: string): boolean {
  return /^(\[[\da-f:.]+\]|([\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(:\d*)?$/i.test(text)
}

/**
 * Answers `Expect` (RFC 9110, section 10.1.1): 100 when the body is about to be read, so that who is
 * refused before need not send it; 417 for what nobody here knows.
 */
export function answerExpectations(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>()
  const unknown = new WeakSet<IncomingMessage>()
  const note = (noted: WeakSet<IncomingMessage>) => (raw: IncomingMessage, res: ServerResponse) => {
    noted.add(raw)
    app.server.emit('request', raw, res)
  }
  app.server.on('checkContinue', note(waiting))
  app.server.on('checkExpectation', note(unknown))
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (unknown.has(raw)) done(new ContractError(errors.expectationFailed))
    else done()
  })
  app.addHook('preParsing', ({ raw }, reply, payload, done) => {
    if (waiting.has(raw)) onceRead(raw, () => reply.raw.writeContinue())
    done(null, payload)
  })
}

/** A body is read once somebody listens to it; one that is thrown away nobody listens to. */
function onceRead(raw: IncomingMessage, then: () => void): void {
  const listen = (event: string | symbol) => {
    if (event !== 'data' && event !== 'readable') return
    raw.off('newListener', listen)
    then()
  }
  raw.on('newListener', listen)
}

/** Answers `CONNECT`, for which Node ends the connection without a word: there is no proxy here. */
export function refuseConnect(app: FastifyInstance): void {
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    clientErrorHandler(new Error('CONNECT'), socket as Socket)
  })
}
