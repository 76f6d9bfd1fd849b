import type { FastifyInstance } from 'fastify'

/** Lets pages of any origin use a mock (Fetch Standard, section 3.2): it has nothing to protect. */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const headers = request.headers
    if (headers.origin === undefined) return undefined
    const method = headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || method === undefined) return undefined
    reply.header('access-control-allow-methods', method)
    const wanted = headers['access-control-request-headers']
    if (wanted !== undefined) reply.header('access-control-allow-headers', wanted)
    return reply.code(204).send()
  })
  // Without credentials a page may read all; with them, those that are named (section 3.2.4).
  app.addHook('onSend', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    const names = Object.keys(reply.getHeaders()).filter(
      (name) => !/^(access-control-|vary$)/.test(name),
    )
    reply.header('access-control-expose-headers', names.join(', '))
    // Also where the document describes these: they are those of another server.
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-allow-credentials', 'true')
    const vary = [reply.getHeader('vary') ?? []].flat()
    reply.header('vary', [...vary, 'Origin'].join(', '))
  })
}
