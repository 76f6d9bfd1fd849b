/**
 * A document as the page shows it: all requests go to the server that the page came from, also below a
 * base path or behind a proxy that the document does not know of, and a token can be given for each
 * scheme that takes one.
 *
 * @param {Record<string, any>} document - Of OpenAPI 3, or Swagger 2.0.
 * @param {URL} url - Where it was read.
 */
export function servedHere(document, url) {
  const base = new URL('.', url)
  const path = base.pathname.replace(/\/$/, '')
  const paths = withoutServers(document.paths)
  if (document.swagger !== undefined) {
    const here = { host: base.host, basePath: path || '/', schemes: [base.protocol.slice(0, -1)] }
    const securityDefinitions = withTokens(document.securityDefinitions, HEADER)
    return { ...document, ...here, paths, securityDefinitions }
  }
  const { components } = document
  const securitySchemes = withTokens(components?.securitySchemes, TOKEN)
  const servers = [{ url: base.origin + path, description: 'This server' }]
  return { ...document, servers, paths, components: { ...components, securitySchemes } }
}

/** Takes a token, in OpenAPI 3. */
const TOKEN = { type: 'http', scheme: 'bearer' }

/** In Swagger 2.0 a scheme can only take the whole header. */
const HEADER = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'The word Bearer, a space, and the token.',
}

/** Servers of a path or an operation would be asked instead; the contract is served at one place. */
function withoutServers(paths = {}) {
  const { servers: _none, ...rest } = paths
  return mapped(rest, (item) => mapped(itself(item), itself))
}

function itself(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const { servers: _none, ...rest } = value
  return rest
}

/** The flows of OAuth 2.0 would lead to other servers, which the policy of the page does not allow. */
function withTokens(schemes = {}, instead) {
  return mapped(schemes, (scheme) => {
    const { type, description } = scheme
    if (type !== 'oauth2' && type !== 'openIdConnect') return scheme
    return { ...(description && { description }), ...instead }
  })
}

function mapped(object, change) {
  if (object === null || typeof object !== 'object' || Array.isArray(object)) return object
  return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, change(each)]))
}
