/** A collector of OpenTelemetry, which takes spans as JSON by OTLP/HTTP. */

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { portFor } from '../helpers/wire.js'

interface KeyValue {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

/** A span, with the values of its attributes by name. */
export interface ReceivedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly parentSpanId?: string
  /** 2 for an error. */
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
}

export interface Collector {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  text(): string
}

/** @param status - of its answers. */
export async function startCollector(t: Test, status = 200): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(body)))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  return {
    url: `http://127.0.0.1:${await portFor(t, server)}`,
    spans,
    text: () => bodies.join('\n'),
  }
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & {
        readonly attributes: readonly KeyValue[]
      })[]
    }[]
  }[]
}

function spansIn({ resourceSpans }: Batch): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  )
}

function valuesOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
