import type { ServerResponse } from 'node:http'
import { printJson } from '../json/print.js'
import type { Json, JsonObject } from '../json/value.js'
import { Failure } from './failure.js'
import type { Answer, Call, Points, Written } from './points.js'

export function responses(p: Points) {
  return {
    failureOf: (thrown: unknown) =>
      thrown instanceof Failure ? thrown : new Failure(500, 'The server failed.'),

    errorAnswer: (failure: Failure, _call: Call | undefined): Answer => ({
      status: failure.status,
      headers: failure.headers,
      type: p.errorType,
      body: p.errorBody(failure),
    }),

    errorType: 'application/json',

    errorBody: ({ status, kind, message }: Failure): JsonObject => ({
      error: status * 100 + kind,
      message,
    }),

    async handle(call: Call) {
      const handler = p.handlers[call.operation.id]
      if (!handler) throw new Error(`nobody handles ${call.operation.id}`)
      call.answer = await handler(call)
    },

    printBody: (body: Json) => printJson(body),

    encode({ status, headers = {}, type, body, items }: Answer, _call: Call | undefined): Written {
      if (items !== undefined) {
        const parts = Array.from(items, (item) => `${p.printBody(item)}\n`)
        return { status, headers: { 'Content-Type': type as string, ...headers }, parts }
      }
      if (body === undefined) return { status, headers: { ...headers }, parts: [] }
      const bytes = Buffer.from(body instanceof Uint8Array ? body : p.printBody(body))
      return {
        status,
        headers: { 'Content-Type': type ?? 'application/json', ...headers },
        parts: [bytes],
        length: bytes.length,
      }
    },

    write({ status, headers, parts, length }: Written, response: ServerResponse) {
      const framed = length === undefined ? headers : { ...headers, 'Content-Length': `${length}` }
      response.writeHead(status, framed)
      for (const part of parts) response.write(part)
      response.end()
    },
  }
}
