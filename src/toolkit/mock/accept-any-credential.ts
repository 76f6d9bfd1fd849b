import {
  apiKey,
  basic,
  bearer,
  type Contract,
  type SecurityHandler,
  type SecurityHandlers,
  type SecurityScheme,
} from '../runtime/index.js'

/** Security handlers that accept any credential. */
export function acceptAnyCredential(contract: Contract): SecurityHandlers {
  const accept = (_credential: unknown, { scopes }: { scopes: readonly string[] }) => ({ scopes })
  const handlers: Readonly<Record<string, SecurityHandler>> = {
    apiKey: apiKey(accept),
    basic: basic(accept),
    bearer: bearer(accept),
  }
  const open: SecurityHandler = { authenticate: (_request, _reply, scopes) => ({ scopes }) }
  const handlerOf = ({ type, scheme, in: place }: SecurityScheme) => {
    if (type === 'apiKey') return place === undefined ? undefined : handlers.apiKey
    if (type === 'oauth2' || type === 'openIdConnect') return handlers.bearer
    return type === 'http' ? handlers[String(scheme)] : undefined
  }
  const all = contract.securitySchemes.map((scheme) => [scheme.name, handlerOf(scheme) ?? open])
  return Object.fromEntries(all)
}
