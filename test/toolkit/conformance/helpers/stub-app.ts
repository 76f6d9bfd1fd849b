import type { TestedApp } from '#toolkit/conformance/target/app-target.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly payload: Buffer | undefined
  json(): never
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes, or a value that is sent as JSON. */
  readonly body?: unknown
}

/** An app that answers with what a function says, and keeps what it was asked: `GET /pets?limit=1`. */
export function stubApp(answer: (asked: Asked, count: number) => Answer): {
  readonly app: TestedApp
  readonly asked: string[]
} {
  const asked: string[] = []
  const app: TestedApp = {
    ready: async () => {},
    close: async () => {},
    listen: () => Promise.reject(new Error('nothing needs a port')),
    async inject({ method, url, headers, payload }) {
      asked.push(`${method} ${url}`)
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const json = () => JSON.parse(String(payload)) as never
      const parts = { method, url, path: pathname, query: searchParams, headers, payload, json }
      return written(answer(parts, asked.length))
    },
  }
  return { app, asked }
}

function written({ status, headers = {}, body = Buffer.alloc(0) }: Answer) {
  const isJson = !Buffer.isBuffer(body)
  const type = isJson ? { 'content-type': 'application/json' } : {}
  const rawPayload = isJson ? Buffer.from(stringify(body)) : body
  return { statusCode: status, headers: { ...type, ...headers }, rawPayload }
}
