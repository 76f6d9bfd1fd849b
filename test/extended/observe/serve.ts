/** An app that is judged and one that is not, in one process, which tells the processor time that it has taken. */

import process from 'node:process'
import fastify, { type FastifyInstance } from 'fastify'
import { type Deviations, observe } from 'fastify-contract/conformance'
import { documentFile } from '../../toolkit/conformance/servers/kernel/document.js'

const ID = '6c8d7c84-3f3b-4d43-8c6d-1f4a7a6e0b7a'
const BOOK = {
  ...{ id: ID, revision: 1, createdAt: '2026-01-01T00:00:00Z', title: 'The Garden' },
  ...{ isbn: '9780306406157', price: { amount: 12.5, currency: 'EUR' }, genres: ['novel'] },
}

/** What to do next: so many requests to one of the apps without a socket, or nothing. */
export interface Question {
  readonly app?: number
  readonly injected?: number
}

function appOf(prepare: (app: FastifyInstance) => void): FastifyInstance {
  const app = fastify()
  prepare(app)
  app.get('/books/:id', async (_request, reply) => {
    reply.header('etag', '"1"').header('x-request-id', ID)
    return BOOK
  })
  return app
}

let deviations: Deviations | undefined
const apps = [
  appOf(() => {}),
  appOf((app) => (deviations = observe(app, { document: documentFile('catalog'), share: 0.1 }))),
]

const ports: number[] = []
for (const app of apps) {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  ports.push(Number(new URL(url).port))
}

/** Microseconds of processor time so far, and how many responses were judged. */
function told() {
  const { user, system } = process.cpuUsage()
  const found = { deviations: deviations?.().length ?? 0, judged: deviations?.judged() ?? 0 }
  return { ports, used: user + system, ...found }
}

export type Told = ReturnType<typeof told>

process.on('message', async ({ app = 0, injected = 0 }: Question) => {
  for (let n = 0; n < injected; n++) await apps[app]?.inject(`/books/${ID}`)
  process.send?.(told())
})
process.on('disconnect', () => process.exit())
process.send?.(told())
