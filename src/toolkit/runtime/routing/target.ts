import type { FastifyInstance, FastifyRequest } from 'fastify'

type Configured = Pick<FastifyInstance, 'initialConfig'>

interface RouterSettings extends Readonly<Record<string, unknown>> {
  readonly routerOptions?: Readonly<Record<string, unknown>>
}

/** True if an app has set an option of its router: hosts do so in two places, and the other has the default. */
export function isRouterSet({ initialConfig }: Configured, name: string, value = true): boolean {
  const { routerOptions, [name]: own } = initialConfig as RouterSettings
  return own === value || routerOptions?.[name] === value
}

/** Path and query of a request, still encoded. */
export function targetOf({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>) {
  return dividedTarget(raw.url as string, server)
}

/** A request target, divided where the router of an app ends the path. */
export function dividedTarget(
  url: string,
  app: Configured,
): { readonly path: string; readonly query: string } {
  const end = url.search(isRouterSet(app, 'useSemicolonDelimiter') ? /[?#;]/ : /[?#]/)
  return end < 0 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) }
}
