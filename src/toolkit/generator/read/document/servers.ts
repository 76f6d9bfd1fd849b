import { isObject } from '../../../openapi/json.js'
import type { Cursor } from './cursor.js'
import type { Version } from './version.js'

/**
 * The path below which a document says that its paths are: of its first server, with the defaults of
 * its variables (3.1, section 4.8.5), or Swagger's `basePath`. Empty where it is the root.
 */
export function basePathOf(root: Cursor, version: Version): string {
  if (version === '2.0') return checked(root.get('basePath'), root.get('basePath')?.text() ?? '')
  for (const server of root.get('servers')?.elements() ?? []) {
    if (server.withFields().get('url') !== undefined || !isObject(server.value)) continue
    server.report.warn(server, '`url` is missing', 'add `url`, such as /')
  }
  const [first] = root.get('servers')?.elements() ?? []
  return checked(first?.get('url'), pathOf(first))
}

/** Says where everything is served at the root because a path cannot be served. */
function checked(cursor: Cursor | undefined, text: string): string {
  const path = normal(text)
  if (path === '' && !/^[./]*$/.test(text)) {
    const message = `the path ${JSON.stringify(text)} cannot be served; all is served at /`
    cursor?.report.warn(cursor, message, 'correct it, or give its variables defaults')
  }
  return path
}

/** Says where an operation has a server of its own under another path: it is served with the rest. */
export function checkServers(cursor: Cursor, basePath: string): void {
  const servers = cursor.get('servers')
  if (servers === undefined || servers.elements().length === 0) return
  const own = normal(pathOf(servers.elements()[0]))
  if (own === basePath) return
  const message = `\`servers\` has the path ${own || '/'} here and ${basePath || '/'} elsewhere; it is served as elsewhere`
  cursor.report.warn(servers, message, 'make them the same, or divide the document')
}

/** The path of the URL of a server. */
function pathOf(server: Cursor | undefined): string {
  const url = server?.get('url')?.text() ?? ''
  const variables = server?.get('variables')
  const whole = url.replace(
    /\{([^{}]+)\}/g,
    (expression, name) => variables?.get(name)?.get('default')?.text() ?? expression,
  )
  return whole.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, '')
}

/** With a slash before it and none behind; what is no plain path is none. */
function normal(text: string): string {
  const path = `/${text}`.replace(/^\/+(\.?\/+)*/, '/').replace(/\/+$/, '')
  return /^(\/[\w.~!$&'()+,;=@%-]+)+$/.test(path) ? path : ''
}
