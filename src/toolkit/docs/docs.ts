import type { FastifyInstance, FastifyPluginAsync, RouteHandlerMethod } from 'fastify'
import fp from 'fastify-plugin'
import { HIDDEN, refuseOtherMethods } from '../runtime/routing/other-methods.js'
import { PAGE_HEADERS, pageHtml } from './page.js'
import { pageFiles } from './page-files.js'
import { ServedFile } from './served-file.js'

/** Options of `docs`. */
export interface DocsOptions {
  /** The document as JSON, such as the bytes of the generated `openapi.json`; served as it is. */
  readonly document: string | Uint8Array
  /** The same document as YAML. Default: made of `document` when it is first asked for. */
  readonly yaml?: string | Uint8Array
  /** Path of the page; `false` serves the documents alone. Default: `/docs`. */
  readonly page?: `/${string}` | false
  /**
   * The folder of Swagger UI's files: `swagger-ui-bundle.js`, `swagger-ui.css` and `favicon-32x32.png`.
   * Default: that of the package `@fastify/swagger-ui`, which is an optional peer.
   */
  readonly assets?: string
}

/**
 * A Fastify plugin that serves a document as `/openapi.json` and `/openapi.yaml`, and at `/docs` a page
 * that shows it and sends requests to the server it came from. It is encapsulated, and adds nothing
 * but these routes.
 *
 * ```ts
 * await app.register(docs({ document: await readFile('generated/openapi.json') }), { prefix: '/shop' })
 * ```
 */
export function docs(options: DocsOptions): FastifyPluginAsync<{ prefix?: string }> {
  // Without types, an app may be what it is called with.
  const { document, yaml, page = '/docs', assets } = options ?? {}
  const isRead = typeof document === 'string' || document instanceof Uint8Array
  const json = new ServedFile('application/json; charset=utf-8', isRead ? document : '')
  if (!/^\s*\{/.test(json.bytes.toString('utf8', 0, 80)))
    throw new TypeError('docs: `document` is the JSON of the document; read its file')
  if (page !== false && !page.startsWith('/'))
    throw new TypeError('docs: `page` is a path that begins with /, or false')
  const plugin: FastifyPluginAsync<{ prefix?: string }> = async (app) => {
    serveFile(app, '/openapi.json', async () => json)
    let converted: Promise<ServedFile> | undefined
    serveFile(app, '/openapi.yaml', () => {
      converted ??= yamlFile(json, yaml)
      return converted
    })
    if (page !== false) await servePage(app, page, assets)
  }
  return fp(plugin, {
    name: 'contract-docs',
    fastify: '^5.0.0 || >=6.0.0-alpha.0 <6.0.0',
    encapsulate: true,
  })
}

async function yamlFile(json: ServedFile, yaml?: string | Uint8Array): Promise<ServedFile> {
  const text = yaml ?? (await import('./yaml.js')).yamlOf(json.bytes.toString('utf8'))
  // The media type of RFC 9512.
  return new ServedFile('application/yaml; charset=utf-8', text)
}

async function servePage(app: FastifyInstance, page: string, assets?: string): Promise<void> {
  const files = await pageFiles(assets)
  const name = page.slice(page.lastIndexOf('/') + 1)
  const document = `${'../'.repeat(page.split('/').length - 2)}openapi.json`
  const html = new ServedFile('text/html; charset=utf-8', pageHtml(name, document))
  // Links are relative to the path without a slash, which a host may ignore.
  serve(app, page, (request, reply) => {
    if (request.url.split('?')[0]?.endsWith('/')) return reply.redirect(`../${name}`, 308)
    return html.send(request, reply.headers(PAGE_HEADERS))
  })
  serve(app, `${page}/*`, async (request, reply) => {
    const { '*': path } = request.params as { '*': string }
    if (path === '') return reply.redirect(`../${name}`, 308)
    const file = files.get(path)
    if (file === undefined) return reply.callNotFound()
    return file.send(request, reply.headers(PAGE_HEADERS))
  })
}

function serveFile(app: FastifyInstance, url: string, file: () => Promise<ServedFile>): void {
  serve(app, url, async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    return (await file()).send(request, reply)
  })
}

function serve(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.get(url, { exposeHeadRoute: true, schema: HIDDEN }, handler)
  const served = ['GET', 'HEAD'].map((method) => ({ url, method }))
  refuseOtherMethods(app, served)
}
