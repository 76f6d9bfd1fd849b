import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server behind the balancer. */
export interface Backend {
  readonly port: number
  readonly adminPort: number
}

interface Known {
  readonly backend: Backend
  readonly agent: Agent
  isReady: boolean
}

/** Milliseconds between two questions to each server. */
const INTERVAL = 100

/**
 * Passes each request on to the next server whose `/readyz` was 200 when it was asked last, and repeats none: a
 * server that ends before it is done with a request is a 502.
 */
export class Balancer {
  readonly #server: Server
  readonly #known: Known[] = []
  readonly #timer: NodeJS.Timeout
  #turn = 0

  constructor() {
    this.#server = createServer((given, response) => this.#pass(given, response))
    this.#timer = setInterval(() => this.#known.map(ask), INTERVAL)
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resolves when it gets requests. */
  async add(backend: Backend): Promise<void> {
    const known = { backend, agent: new Agent({ keepAlive: true }), isReady: false }
    this.#known.push(known)
    while (!known.isReady) await new Promise((resolve) => setTimeout(resolve, INTERVAL / 4))
  }

  /** Forgets a server that has ended. */
  remove(backend: Backend): void {
    const index = this.#known.findIndex((known) => known.backend === backend)
    for (const { agent } of this.#known.splice(index, 1)) agent.destroy()
  }

  close(): void {
    clearInterval(this.#timer)
    for (const { agent } of this.#known) agent.destroy()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #pass(given: IncomingMessage, response: ServerResponse): void {
    const ready = this.#known.filter(({ isReady }) => isReady)
    const next = ready[this.#turn++ % ready.length]
    if (next === undefined) return void turnAway(response)
    const { method, url, headers } = given
    const { connection: _, ...rest } = headers
    const options = { agent: next.agent, host: '127.0.0.1', port: next.backend.port }
    const passed = request({ ...options, method, path: url, headers: rest }, (answer) => {
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers
      response.writeHead(answer.statusCode as number, headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    passed.on('error', ({ message }) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end(message)
    })
    given.pipe(passed)
  }
}

/** Nobody is ready. */
function turnAway(response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' })
  response.end('{"error":50399,"message":"The balancer knows no server that is ready."}')
}

function ask(known: Known): void {
  const { adminPort: port } = known.backend
  const asked = request({ host: '127.0.0.1', port, path: '/readyz' }, (answer) => {
    answer.resume()
    known.isReady = answer.statusCode === 200
  })
  asked.on('error', () => {
    known.isReady = false
  })
  asked.setTimeout(2_000, () => asked.destroy())
  asked.end()
}
