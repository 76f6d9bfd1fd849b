/** What is wrong with the head of a request, and what its `Expect` asks for. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ContractError, errors } from '../contract/index.js'

/**
 * Refuses, with the Error body, heads that Node's parser lets through or answers without a body: no
 * version (RFC 9112, section 3), and no, several or no valid `Host` (section 3.2). Needs Node's
 * `requireHostHeader` off. The connection ends: what follows such a head may be anything.
 */
export function refuseBadHeads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isSound(request.raw)) return void done()
    reply.header('connection', 'close')
    done(new ContractError(errors.badRequest))
  })
}

function isSound({ httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return false
  const hosts = rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'host' && at % 2)
  const isOptional = httpVersionMajor === 1 && httpVersionMinor === 0
  if (hosts.length === 0) return isOptional
  return hosts.length === 1 && isHost(hosts[0] as string)
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
    if (waiting.delete(raw)) reply.raw.writeContinue()
    done(null, payload)
  })
}
