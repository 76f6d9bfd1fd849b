/** Both contracts on Fastify, served by the toolkit. */

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import {
  answerError,
  apiKey,
  bearer,
  clientErrorHandler,
  type MakeErrorBody,
  refuseUnknownPaths,
  serve,
  serveErrors,
} from 'fastify-contract'
import type { Test } from 'tap'
import { contractOf } from '../../../../helpers/serve-document.js'
import { credentials } from '../catalog.js'
import type { JsonObject } from '../json/value.js'
import { Failure } from '../kernel/failure.js'
import type { Answer, Call, Points, Principal } from '../kernel/points.js'

/** An app whose handlers and tokens are of these parts. */
export async function fastifyApp(t: Test, text: string, points: Points): Promise<FastifyInstance> {
  const contract = await contractOf(t, text)
  const { errorType, operations } = points
  const errorBody: MakeErrorBody | undefined = /problem/.test(errorType) ? problem : undefined
  const app = fastify({
    clientErrorHandler,
    frameworkErrors: ((error, request, reply) =>
      answerError(
        error,
        request,
        reply,
        errorBody,
      )) satisfies FastifyServerOptions['frameworkErrors'],
    bodyLimit: 1_000_000,
    requestTimeout: 3_000,
    routerOptions: { maxParamLength: 10_000 },
  } as object)
  serveErrors(app, errorBody)
  const handlers = operations.map(({ id, template, method }) => {
    const handler = (request: HandlerRequest) =>
      answer(points, request, { id, path: template, method })
    return [id, handler]
  })
  await app.register(
    serve(contract, {
      handlers: Object.fromEntries(handlers),
      security: {
        bearerAuth: bearer((token: string) => points.principalOf(token)),
        ...(errorBody && { apiKey: apiKey((key: string) => keyHolder(points, key)) }),
      },
      ...(errorBody && { errorBody }),
    } as never),
  )
  refuseUnknownPaths(app)
  return app
}

interface HandlerRequest {
  params?: JsonObject
  query?: JsonObject
  headers?: JsonObject
  body?: unknown
  contentType?: string
  security: Record<string, Principal>
  fastify: { url: string; raw: Call['request'] }
}

function keyHolder(p: Points, key: string): Principal | undefined {
  return key === credentials.apiKey ? p.principalOf(credentials.reader) : undefined
}

async function answer(
  p: Points,
  request: HandlerRequest,
  operation: { id: string; path: string; method: string },
) {
  const { params, query, headers, body, security, fastify } = request
  const [path = '', search = ''] = fastify.url.split('?')
  const isBytes = body !== undefined && (Buffer.isBuffer(body) || 'pipe' in (body as object))
  const call = {
    ...{ request: fastify.raw, method: operation.method, path, query: search, operation },
    principal: Object.values(security).find((each) => each !== undefined),
    parameters: { ...params, ...query, ...headers },
    body: isBytes ? null : body,
    bytes: isBytes ? await bytesOf(body as Readable) : Buffer.of(),
    type: request.contentType ?? fastify.raw.headers['content-type'],
  } as unknown as Call
  try {
    if (call.bytes.length > p.bodyLimit(call)) throw new Failure(413, 'The body is too large.')
    return result(await (p.handlers[operation.id] as (call: Call) => Promise<Answer>)(call))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return result(p.errorAnswer(error, call))
  }
}

async function bytesOf(body: Readable | Buffer): Promise<Buffer> {
  return Buffer.isBuffer(body) ? body : buffer(body)
}

function result({ status, headers = {}, type, body, items }: Answer) {
  const content = items ?? body
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(asTyped)),
    ...(content !== undefined && { body: content }),
    ...(type !== undefined && { contentType: type }),
  }
}

/** A header as its schema types it. */
const asTyped = ([name, value]: [string, string]): [string, string | number] =>
  name === 'X-Total-Count' ? [name, Number(value)] : [name, value]

const problem: MakeErrorBody = ({ status, message }) => ({
  body: { type: 'about:blank', title: message, status },
  contentType: 'application/problem+json',
})
