import { isObject } from '../../../openapi/json.js'
import type { Cursor } from './cursor.js'
import type { Version } from './version.js'

/**
 * The path below which a document says that its paths are: of its first server, with the defaults of
 * its variables (3.1, section 4.8.5), or Swagger's `basePath`. Empty where it is the root.
 */
export function basePathOf(root: Cursor, version: Version): string {
  if (version === '2.0') return normal(root.get('basePath')?.text() ?? '')
  for (const server of root.get('servers')?.elements() ?? []) {
    if (server.withFields().get('url') !== undefined || !isObject(server.value)) continue
    server.report.warn(server, '`url` is missing', 'add `url`, such as /')
  }
  return firstPath(root)
}

/** Says where an operation has a server of its own under another path: it is served with the rest. */
export function checkServers(place: Cursor, basePath: string): void {
  const servers = place.get('servers')
  if (servers === undefined || servers.elements().length === 0) return
  const own = firstPath(place)
  if (own === basePath) return
  const message = `\`servers\` has the path ${own || '/'} here and ${basePath || '/'} elsewhere; it is served as elsewhere`
  place.report.warn(servers, message, 'make them the same, or divide the document')
}

function firstPath(place: Cursor): string {
  const [server] = place.get('servers')?.elements() ?? []
  const url = server?.get('url')?.text() ?? ''
  const variables = server?.get('variables')
  const whole = url.replace(
    /\{([^{}]+)\}/g,
    (expression, name) => variables?.get(name)?.get('default')?.text() ?? expression,
  )
  return normal(whole.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, ''))
}

/** With a slash before it and none behind; what is no plain path is none. */
function normal(text: string): string {
  const path = `/${text}`.replace(/^\/+(\.?\/+)*/, '/').replace(/\/+$/, '')
  return /^(\/[\w.~!$&'()+,;=@%-]+)+$/.test(path) ? path : ''
}
