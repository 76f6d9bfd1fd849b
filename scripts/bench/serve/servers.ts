import { handWritten } from './servers/hand-written.js'
import { nodeHttp } from './servers/node-http.js'
import { oursInMemory, oursInSqlite } from './servers/ours.js'
import { sameChecks } from './servers/same-checks.js'

/** The servers by name. Each resolves with its port. */
export const SERVERS = {
  'node:http': nodeHttp,
  'Fastify by hand': handWritten,
  'Fastify by hand, same checks': sameChecks,
  'ours, memory': oursInMemory,
  'ours, SQLite': oursInSqlite,
} satisfies Readonly<Record<string, () => Promise<number>>>

export type MeasuredServer = keyof typeof SERVERS
