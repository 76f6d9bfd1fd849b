import { isObject } from '../../../openapi/json.js'
import type { OpenApiVersion } from '../../model/model.js'
import type { Cursor } from './cursor.js'
import { elementsOf, followed } from './referenced-fields.js'

/**
 * Base path of all paths: the path of the first server, its variables replaced by their defaults
 * (3.1, section 4.8.5), or Swagger's `basePath`. Empty for the root.
 */
export function basePathOf(root: Cursor, version: OpenApiVersion): string {
  if (version === '2.0') return checked(root.get('basePath'), root.get('basePath')?.scalar() ?? '')
  for (const server of serversOf(root)) {
    if (server.withFields().get('url') !== undefined || !isObject(server.value)) continue
    server.warn('`url` is missing', 'add `url`, such as /')
  }
  const [first] = serversOf(root)
  return checked(first?.get('url'), pathOf(first))
}

/** Reports a path that cannot be served; the base path is then the root. */
function checked(cursor: Cursor | undefined, text: string): string {
  const path = normal(text)
  if (path === '' && !/^[./]*$/.test(text)) {
    const message = `the path ${JSON.stringify(text)} cannot be served; all is served at /`
    cursor?.warn(message, 'correct it, or give its variables defaults')
  }
  return path
}

/** Reports servers of an operation or a path item with another path, which is not served. */
export function checkServers(cursor: Cursor, basePath: string): void {
  const servers = cursor.get('servers')
  const [first] = serversOf(cursor)
  if (servers === undefined || first === undefined) return
  const own = normal(pathOf(first))
  if (own === basePath) return
  const message = `\`servers\` has the path ${own || '/'} here and ${basePath || '/'} elsewhere; it is served as elsewhere`
  servers.warn(message, 'make them the same, or divide the document')
}

function serversOf(owner: Cursor): Cursor[] {
  return elementsOf(owner.get('servers')).flatMap((server) => followed(server) ?? [])
}

function pathOf(server: Cursor | undefined): string {
  const url = server?.get('url')?.scalar() ?? ''
  const variables = followed(server?.get('variables'))
  const whole = url.replace(
    /\{([^{}]+)\}/g,
    (expression, name) => followed(variables?.get(name))?.get('default')?.scalar() ?? expression,
  )
  return whole.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, '')
}

/** Starts with a slash and ends without one; empty if it is no plain path. */
function normal(text: string): string {
  const path = `/${text}`.replace(/^\/+(\.?\/+)*/, '/').replace(/\/+$/, '')
  return /^(\/[\w.~!$&'()+,;=@%-]+)+$/.test(path) ? path : ''
}
