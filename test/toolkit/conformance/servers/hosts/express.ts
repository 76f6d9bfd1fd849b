/** Both contracts on Express, which routes, reads bodies and answers. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Operation } from '../kernel/document.js'
import { Failure } from '../kernel/failure.js'
import { callOf } from '../kernel/messages.js'
import { type Answer, type Call, type Points, STEPS } from '../kernel/points.js'
import { decoded, notAllowed } from '../kernel/routing.js'

// biome-ignore lint/suspicious/noExplicitAny: the package may not be installed, so its types are unknown
type Express = any

interface Request extends IncomingMessage {
  params: Record<string, string>
  body: unknown
  call: Call
}

type Next = (error?: unknown) => void

/** What comes before Express reads the body, and after it. */
const BEFORE = STEPS.slice(0, STEPS.indexOf('readBody')).filter((step) => step !== 'route')
const AFTER = STEPS.slice(STEPS.indexOf('readBody') + 1)

/** A server on Express of these parts. */
export function expressServer(express: Express, points: Points): Server {
  const app = express()
  app.set('strict routing', true).set('case sensitive routing', true)
  const { operations } = points
  for (const operation of operations) {
    const limit = points.bodyLimit({ operation } as Call)
    const path = operation.template.replace(/\{(\w+)\}/g, ':$1')
    const raw = express.raw({ type: () => true, limit, inflate: false })
    app[operation.method.toLowerCase()](path, before(operation, points), raw, handle(points))
  }
  for (const template of new Set(operations.map(({ template }) => template))) {
    const allowed = points.allowedMethods(operations.filter((each) => each.template === template))
    app.all(template.replace(/\{(\w+)\}/g, ':$1'), () => {
      throw notAllowed(allowed)
    })
  }
  app.use(() => {
    throw new Failure(404, 'There is nothing at this path.')
  })
  // Express takes a function of four parameters for one that handles errors.
  app.use((error: unknown, request: Request, response: ServerResponse, _next: Next) => {
    const p = points
    send(p, p.errorAnswer(p.failureOf(known(error)), request.call), response, request.call)
  })
  return createServer({ requireHostHeader: false }, app)
}

function before(operation: Operation, points: Points) {
  return async (request: Request, _response: ServerResponse, next: Next) => {
    const call = callOf(request)
    const { params } = request
    Object.assign(call, { operation, segments: { ...params } })
    request.call = call
    for (const segment of call.path.split('/')) decoded(segment)
    for (const step of BEFORE) await points[step](call)
    next()
  }
}

function handle(points: Points) {
  return async (request: Request, response: ServerResponse) => {
    const { call, body } = request
    call.bytes = Buffer.isBuffer(body) ? body : Buffer.of()
    for (const step of AFTER) await points[step](call)
    send(points, call.answer, response, call)
  }
}

/** Failures of Express itself. */
function known(error: unknown): unknown {
  const { status, type } = error as { status?: number; type?: string }
  if (type === 'entity.too.large') return new Failure(413, 'The body is too large.')
  const isTheirs = !(error instanceof Failure) && typeof status === 'number' && status < 500
  return isTheirs ? new Failure(400, 'The request is malformed.') : error
}

function send(p: Points, answer: Answer, response: Express, call: Call): void {
  const { status, headers, parts } = p.encode(answer, call)
  response.status(status)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (parts.length === 0 && answer.items === undefined) response.end()
  else response.send(Buffer.concat(parts.map((part) => Buffer.from(part))))
}
