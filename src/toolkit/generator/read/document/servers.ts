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
    reportHost(root.get('host'))
    for (const scheme of elementsOf(root.get('schemes'))) reportScheme(scheme)
    const basePath = root.get('basePath')
    const path = basePath?.scalar() ?? ''
    const [address, own = ''] = /^[a-z][a-z\d+.-]*:\/\/[^/]*(.*)$/i.exec(path) ?? []
    if (address !== undefined) {
      const advice = `write \`${own || '/'}\`, and the rest into \`host\` and \`schemes\``
      basePath?.warn('`basePath` is a path, without scheme and host', advice)
      return checked(basePath, own)
    }
    if (path !== '' && !path.startsWith('/')) basePath?.warn(NO_SLASH, `write \`/${path}\``)
    return checked(basePath, path)
  }
  for (const server of serversOf(root)) {
    if (typeof server.value === 'string') {
      const message = 'a server is an object, and this is a text; taken for its `url`'
      server.warn(message, `write \`url: ${server.value}\``)
      continue
    }
    reportVariables(server)
    reportHostAsPath(server.get('url'))
    if (server.withFields().get('url') !== undefined || !isObject(server.value)) continue
    server.warn('`url` is missing', 'add `url`, such as /')
  }
  const [first] = serversOf(root)
  return checked(first && urlOf(first), pathOf(first))
}

/** A host without a scheme is a relative path (RFC 3986, section 4.2). */
function reportHostAsPath(url: Cursor | undefined): void {
  const text = url?.scalar() ?? ''
  if (!/^(localhost|[\w-]+(\.[\w-]+)*\.[a-z]{2,}|[\d.]{7,15})(:\d+)?(\/|$)/i.test(text)) return
  const message = `the \`url\` ${JSON.stringify(text)} has no scheme, and is a relative path`
  url?.warn(message, `write \`https://${text}\`, or start it with a slash`)
}

const NO_SLASH = '`basePath` does not start with a slash; taken as if it did'

/** `host` has no scheme and no path (2.0, Swagger Object). */
function reportHost(host: Cursor | undefined): void {
  const text = host?.scalar()
  if (text === undefined || !text.includes('/')) return
  const [, name = ''] = /^(?:[a-z]+:)?\/*([^/]*)/i.exec(text) ?? []
  const message = '`host` is a host and its port, without scheme and path'
  host?.warn(message, `write \`${name}\`, and the rest into \`schemes\` and \`basePath\``)
}

/** A scheme is a word (2.0, Swagger Object). */
function reportScheme(scheme: Cursor): void {
  const text = scheme.scalar() ?? ''
  const [, name] = /^(https?|wss?)\W+$/i.exec(text) ?? []
  if (name === undefined) return
  scheme.warn(`${JSON.stringify(text)} is no scheme`, `write \`${name.toLowerCase()}\``)
}

/** A variable of a server has a default (3.2, section 4.7); one of the path is reported with the path. */
function reportVariables(server: Cursor): void {
  const variables = followed(server.get('variables'))
  const url = server.get('url')?.scalar() ?? ''
  const [host = ''] = /^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i.exec(url) ?? []
  for (const [expression, name = ''] of host.matchAll(/\{([^{}]+)\}/g)) {
    if (followed(variables?.get(name))?.get('default') !== undefined) continue
    const message = `${expression} of the server's \`url\` has no default`
    server.warn(message, `describe it under \`variables\`, as \`${name}\` with \`default\``)
  }
  for (const name of Object.keys(Object(variables?.value))) {
    const variable = followed(variables?.get(name))
    if (!url.includes(`{${name}}`)) {
      variable?.warn(`the \`url\` has no {${name}}`, 'add it there, or leave the variable out')
    }
    reportDefault(variable)
  }
}

/** The default of a variable is one of its `enum` (3.1, section 4.8.6). */
function reportDefault(variable: Cursor | undefined): void {
  const value = variable?.get('default')
  const values = elementsOf(variable?.get('enum')).map((each) => each.scalar())
  if (value === undefined || values.length === 0 || values.includes(value.scalar())) return
  const message = `the default ${JSON.stringify(value.scalar())} is none of \`enum\``
  value.warn(message, `write one of ${values.join(', ')}, or add it to \`enum\``)
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
