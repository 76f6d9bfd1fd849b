import { FastifyOtelInstrumentation } from '@fastify/otel'
import { DiagLogLevel, diag, type Span, SpanStatusCode } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onceAMinute } from '../once-a-minute.js'
import { operationOf, pathOf } from './redaction.js'

/** Sends a span for each request to a collector, by `@fastify/otel`. */
export class Tracing {
  readonly #provider: NodeTracerProvider
  readonly #instrumentation: FastifyOtelInstrumentation

  /** @param endpoint - The collector; whatever else OpenTelemetry wants to know is in the environment. */
  constructor(endpoint: string) {
    const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
    this.#provider = new NodeTracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'plant-store' }).merge(
        detectResources({ detectors: [envDetector] }),
      ),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
    })
    // With the `traceparent` of requests, and the context of asynchronous calls.
    this.#provider.register()
    this.#instrumentation = new FastifyOtelInstrumentation({
      // Spans of our own functions tell nobody anything, and an error may contain what was sent.
      instrumentHooks: false,
      instrumentHandler: false,
      recordExceptions: false,
    })
    this.#instrumentation.setTracerProvider(this.#provider)
  }

  /** Makes a span of each request of an app; call it before other hooks are added. */
  async watch(app: FastifyInstance): Promise<void> {
    logTroubles(app.log)
    await app.register(this.#instrumentation.plugin())
    app.addHook('onRequest', (request, reply, done) => {
      describe(request, reply)
      done()
    })
    app.addHook('onSend', (request, { statusCode }, _payload, done) => {
      // `@fastify/otel` takes every refusal for an error of the server; in OpenTelemetry one of 4xx is none.
      const isRefusal = statusCode >= 400 && statusCode < 500
      if (isRefusal) request.opentelemetry().span?.setStatus({ code: SpanStatusCode.OK })
      done()
    })
  }

  /** Sends what is left. Never rejects: a collector that is gone is no failure of the service. */
  async close(): Promise<void> {
    await this.#provider.shutdown().catch((error) => diag.error(String(error)))
  }
}

/** The name of the operation, and nothing that may be secret; each line of the log tells the trace. */
function describe(request: FastifyRequest, reply: FastifyReply): void {
  // There is one: the instrumentation is enabled for every route.
  const span = request.opentelemetry().span as Span
  span.updateName(operationOf(request) ?? request.method)
  span.setAttribute('url.path', pathOf(request))
  const { traceId } = span.spanContext()
  request.log = reply.log = request.log.child({ traceId })
}

function logTroubles(log: FastifyBaseLogger): void {
  const isNew = onceAMinute()
  const text = 'spans are lost; see OTEL_EXPORTER_OTLP_ENDPOINT'
  const warn = (reason: string) => {
    if (isNew(text)) log.warn({ reason: reason.slice(0, 500) }, text)
  }
  const logger = { error: warn, warn, info: warn, debug: warn, verbose: warn }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
