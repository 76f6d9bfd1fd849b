import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answeredError, onResponseEnd } from 'fastify-contract'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import type { BatchReport } from '../store/store.js'
import { operationOf } from './redaction.js'

/** Metrics as they are sent from a process to another. */
export type SentMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Bounds in seconds; names and bounds are OpenTelemetry's for the duration of requests. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** A batch takes from some microseconds to seconds. */
const BATCH_SECONDS = [
  0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5,
]

const CALLS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** The metrics of this process, and what counts for them. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests, by operation and status.',
    labelNames: ['operation', 'method', 'status'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #active = new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests that are in progress.',
    registers: [this.#registry],
  })
  readonly #refusals = new Counter({
    name: 'http_server_refusals_total',
    help: 'Requests that were answered with an Error, by operation and code of the error.',
    labelNames: ['operation', 'code'],
    registers: [this.#registry],
  })
  readonly #aborted = new Counter({
    name: 'http_server_aborted_requests_total',
    help: 'Requests whose connection ended before the whole response was sent, by operation.',
    labelNames: ['operation'],
    registers: [this.#registry],
  })
  readonly #waiting = new Gauge({
    name: 'store_waiting_calls',
    help: 'Calls of the store that waited for the next batch when the last one ended.',
    registers: [this.#registry],
  })
  readonly #calls = new Histogram({
    name: 'store_batch_calls',
    help: 'Calls of a batch, which share a commit.',
    buckets: CALLS,
    registers: [this.#registry],
  })
  readonly #batches = new Histogram({
    name: 'store_batch_duration_seconds',
    help: 'Duration of a batch, to the end of its commit.',
    buckets: BATCH_SECONDS,
    registers: [this.#registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Counts the requests of an app; call it before routes are registered. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (request, { raw }, done) => {
      this.#active.inc()
      onResponseEnd(raw, (isSent) => {
        this.#active.dec()
        if (!isSent) this.#aborted.inc({ operation: nameOf(request) })
      })
      done()
    })
    app.addHook('onResponse', (request, reply, done) => {
      this.#answered(request, reply)
      done()
    })
  }

  /** Counts a request that the router refuses, which no hook sees. */
  watchUnrouted(request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.once('finish', () => this.#answered(request, reply))
  }

  #answered(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const operation = nameOf(request)
    const labels = { operation, method: request.method, status: statusCode }
    this.#requests.observe(labels, elapsedTime / 1000)
    const error = answeredError(request)
    if (error !== undefined) this.#refusals.inc({ operation, code: error.body.error })
  }

  readonly batch = ({ calls, waiting, milliseconds }: BatchReport): void => {
    this.#waiting.set(waiting)
    this.#calls.observe(calls)
    this.#batches.observe(milliseconds / 1000)
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  toSend(): Promise<SentMetrics> {
    return this.#registry.getMetricsAsJSON()
  }
}

function nameOf(request: FastifyRequest): string {
  return operationOf(request) ?? 'none'
}

/** One text for the metrics of several processes: counts are added up. */
export function sumText(metrics: readonly SentMetrics[]): Promise<string> {
  return AggregatorRegistry.aggregate([...metrics]).metrics()
}
