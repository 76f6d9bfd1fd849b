import { expressValidator } from './servers/express.js'
import { glue } from './servers/glue.js'
import { handWritten } from './servers/hand-written.js'
import { nodeHttp } from './servers/node-http.js'
import { oursAsPlugin, oursInMemory, oursInSqlite } from './servers/ours.js'
import { sameChecks } from './servers/same-checks.js'

/** The servers of Node by name. Each gets the folder with the packages of other tools, and resolves with its port. */
export const SERVERS = {
  'node:http': nodeHttp,
  'Fastify by hand': handWritten,
  'Fastify by hand, same checks': sameChecks,
  'ours, plugin in an app': oursAsPlugin,
  'ours, memory': oursInMemory,
  'ours, SQLite': oursInSqlite,
  'fastify-openapi-glue': glue,
  'express-openapi-validator': expressValidator,
} satisfies Readonly<Record<string, (peers: string) => Promise<number>>>

export type NodeServer = keyof typeof SERVERS

/** The server in Go, where Go is installed. */
export const GO_SERVER = 'oapi-codegen, Go'

export type MeasuredServer = NodeServer | typeof GO_SERVER

/** Packages of other tools, and the servers that need them. */
export const PEERS = [
  'fastify@5.12.8',
  'fastify-openapi-glue@4.11.4',
  'express@5.3.0',
  'express-openapi-validator@5.6.2',
]
export const PEER_SERVERS: readonly MeasuredServer[] = [
  'fastify-openapi-glue',
  'express-openapi-validator',
]
