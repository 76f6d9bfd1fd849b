import { isObject } from '../../../openapi/json.js'
import type { OpenApiVersion } from '../../model/model.js'
import type { Cursor } from './cursor.js'
import { elementsOf, followed } from './referenced-fields.js'

/**
 * Base path of all paths: the path of the first server, its variables replaced by their defaults
 * (3.1, section 4.8.5), or Swagger's `basePath`. Empty for the root.
 */
export function basePathOf(root: Cursor, version: OpenApiVersion): string {
  if (version === '2.0') {
    const basePath = root.get('basePath')
    return checked(basePath, withoutHost(basePath?.scalar() ?? ''))
  }
  for (const server of serversOf(root)) {
    if (typeof server.value === 'string') {
      const message = 'a server is an object, and this is a text; taken for its `url`'
      server.warn(message, `write \`url: ${server.value}\``)
      continue
    }
    reportHostAsPath(server.get('url'))
    if (server.withFields().get('url') !== undefined || !isObject(server.value)) continue
    server.warn('`url` is missing', 'add `url`, such as /')
  }
  const [first] = serversOf(root)
  const path = checked(first && urlOf(first), pathOf(first))
  for (const server of serversOf(root)) reportVariables(server)
  return path
}

/** A host without a scheme is a relative path (RFC 3986, section 4.2). */
function reportHostAsPath(url: Cursor | undefined): void {
  const text = url?.scalar() ?? ''
  if (!/^(localhost|[\w-]+(\.[\w-]+)*\.[a-z]{2,}|[\d.]{7,15})(:\d+)?(\/|$)/i.test(text)) return
  const message = `the \`url\` ${JSON.stringify(text)} has no scheme, and is a relative path`
  url?.warn(message, `write \`https://${text}\`, or start it with a slash`)
}

/** A URL has no other variables than those that are described (3.1, section 4.8.5). */
function reportVariables(server: Cursor): void {
  const url = server.get('url')
  const described = followed(server.get('variables'))
  const isRight = described === undefined || isObject(described.value)
  if (url === undefined || !isRight || url.report.has(url)) return
  for (const [variable, name = ''] of url.scalar()?.matchAll(VARIABLE) ?? []) {
    if (described?.get(name) !== undefined) continue
    const message = `${variable} is in the \`url\` and not in \`variables\`: a client cannot know it`
    url.warn(message, 'describe it there, with a `default`')
  }
  if (/[{}]/.test(url.scalar()?.replace(VARIABLE, '') ?? ''))
    url.warn('a brace of the `url` has no other one: it is no variable', 'write `{NAME}`')
}

const VARIABLE = /\{([^{}]+)\}/g

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
  const message = `\`servers\` has the path ${own || '/'} here and ${basePath || '/'} in the document, under which these operations are served`
  servers.warn(message, 'make them the same, or divide the document')
}

function serversOf(owner: Cursor): Cursor[] {
  return elementsOf(owner.get('servers')).flatMap((server) => followed(server) ?? [])
}

function urlOf(server: Cursor): Cursor | undefined {
  return typeof server.value === 'string' ? server : server.get('url')
}

function pathOf(server: Cursor | undefined): string {
  const url = (server && urlOf(server))?.scalar() ?? ''
  const variables = followed(server?.get('variables'))
  const whole = url.replace(
    VARIABLE,
    (expression, name) => followed(variables?.get(name))?.get('default')?.scalar() ?? expression,
  )
  return withoutHost(whole)
}

function withoutHost(url: string): string {
  return url.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, '')
}

/** Starts with a slash and ends without one; empty if it is no plain path. */
function normal(text: string): string {
  const path = `/${text}`.replace(/^\/+(\.?\/+)*/, '/').replace(/(\/\.{0,2})+$/, '')
  return /^(\/[\w.~!$&'()+,;=@%-]+)+$/.test(path) ? path : ''
}
