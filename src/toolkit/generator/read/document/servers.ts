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
    for (const field of OF_SWAGGER.keys()) checkAddress(field, root.get(field))
    const basePath = root.get('basePath')
    return checked(basePath, withoutHost(basePath?.scalar() ?? ''))
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

/** The parts of an address in Swagger 2.0, and what each can be. */
const OF_SWAGGER: ReadonlyMap<string, readonly [form: RegExp, what: string]> = new Map([
  ['host', [/^[^/]*$/, 'a host and its port, such as `example.com:8080`']],
  ['schemes', [/^(https?|wss?)$/, 'words such as `https`']],
  ['basePath', [/^(\/|$)/, 'a path that begins with a slash, such as `/v1`']],
])

function checkAddress(field: string, at: Cursor | undefined): void {
  const [form, what] = OF_SWAGGER.get(field) as readonly [RegExp, string]
  const parts = field === 'schemes' ? elementsOf(at) : at ? [at] : []
  for (const part of parts) {
    const text = part.scalar() ?? ''
    if (!form.test(text)) part.warn(`\`${field}\` is ${what}`, `correct ${JSON.stringify(text)}`)
  }
}

/** A variable of a server has a default (3.2, section 4.7); one of the path is reported with the path. */
function reportVariables(server: Cursor): void {
  const variables = followed(server.get('variables'))
  const url = server.get('url')?.scalar() ?? ''
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
