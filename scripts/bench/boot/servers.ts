import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { importPeer } from '../shared/peer.js'
import type { BootRoute, PreparedFiles } from './prepared-files.js'

export interface StartedServer {
  /** Sends a request; resolves with the response. */
  request(method: string, url: string): Promise<unknown>
}

/** The files that a server starts from. */
export interface BootTarget extends PreparedFiles {
  /** The folder with the other servers' packages. */
  readonly peers: string
}

/** The servers by name. Their imports are part of the measured time. */
export const SERVERS = {
  'fastify, no schema': startBare,
  ours: (target: BootTarget) => startOurs(target, 'lazy'),
  'ours, eager': (target: BootTarget) => startOurs(target, 'eager'),
  'fastify-openapi-glue': startGlue,
  'openapi-backend': startBackend,
} satisfies Readonly<Record<string, (target: BootTarget) => Promise<StartedServer>>>

export type ServerName = keyof typeof SERVERS

const answer = async () => ({ status: 200, body: null })

async function startBare({ routes }: BootTarget): Promise<StartedServer> {
  const { default: fastify } = await import('fastify')
  const app = fastify({ exposeHeadRoutes: false })
  for (const { method, url } of JSON.parse(await readFile(routes, 'utf8')) as BootRoute[]) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
    app.route({ method, url, handler: answer })
  }
  await app.ready()
  return { request: (method, url) => app.inject({ method: method as 'GET', url }) }
}

async function startOurs(
  { contract: file }: BootTarget,
  load: 'lazy' | 'eager',
): Promise<StartedServer> {
  const { default: fastify } = await import('fastify')
  const { serve } = await import('fastify-contract')
  const { contract } = await import(pathToFileURL(file).href)
  const app = fastify({ exposeHeadRoutes: false })
  const ids = contract.operations.map((operation: BootRoute) => operation.operationId)
  const handlers = Object.fromEntries(ids.map((id: string) => [id, answer]))
  const open = { authenticate: async () => true }
  const security = Object.fromEntries(
    contract.securitySchemes.map(({ name }: { name: string }) => [name, open]),
  )
  await app.register(serve(contract, { handlers, security, load }))
  await app.ready()
  return { request: (method, url) => app.inject({ method: method as 'GET', url }) }
}

async function startGlue({ peers, document }: BootTarget): Promise<StartedServer> {
  const { default: fastify } = await importPeer(peers, 'fastify')
  const { default: glue } = await importPeer(peers, 'fastify-openapi-glue')
  // With Ajv's default it refuses more documents.
  const app = fastify({ exposeHeadRoutes: false, ajv: { customOptions: { strict: false } } })
  await app.register(glue, { specification: document, operationResolver: () => answer })
  await app.ready()
  return { request: (method, url) => app.inject({ method: method as 'GET', url }) }
}

async function startBackend({ peers, document }: BootTarget): Promise<StartedServer> {
  const { OpenAPIBackend } = await importPeer(peers, 'openapi-backend')
  const api = new OpenAPIBackend({ definition: document, handlers: { notImplemented: answer } })
  await api.init()
  return { request: (method, path) => api.handleRequest({ method, path, headers: {} }) }
}
