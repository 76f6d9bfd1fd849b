/** Faults at credentials, scopes and tenants. */

import type { CatalogPoints } from '../../catalog/points.js'
import { credentials } from '../../catalog.js'
import type { Call, Principal } from '../../kernel/points.js'
import { faultsOf, gives, instead, type Servers, takes, wraps } from '../fault.js'
import { authenticatesBefore } from '../shared/auth.js'

const opensFor = (isOpen: (call: Call) => boolean) =>
  wraps('authenticate', (authenticate, p) => (call) => {
    if (isOpen(call)) call.principal = p.principalOf(credentials.bearerAuth) as Principal
    else authenticate(call)
  })

/** Another tenant gets the books of the first one at an operation. */
const sharesIn = (id: string) =>
  takes<CatalogPoints, 'tenantOf'>('tenantOf', (call) => {
    const { operation, principal } = call
    return [operation.id === id ? { ...call, principal: { ...principal, tenant: 'one' } } : call]
  })

const takesForKey = (isTaken: (call: Call) => boolean) => (p: CatalogPoints) => {
  const own = p.schemes.apiKey
  const headers = { 'x-api-key': credentials.apiKey }
  p.schemes.apiKey = (call) => own?.(isTaken(call) ? { ...call, headers } : call)
}

const ROWS = `
  open-(createBook putCover getBook exportBooks) | * needs no credential. | security
  scope-not-checked-(createBook replaceBook patchBook deleteBook createReview putCover) | Who may only read may *. | security: scopes
  tenant-(getBook replaceBook patchBook deleteBook listReviews createReview putCover) | * reaches the books of other tenants. | ownership (CWE-639)
  open-for-head | HEAD needs no credential. | security
  reader-refused | Who may only read may not read. | security: scopes
  scope-any-of | One scope of any kind is enough. | security: scopes
  403-is-401 | A missing scope is answered 401. | documented status | error 403: {status: 401}
  403-is-500 | A missing scope makes the server fail. | no 5xx | error 403: {status: 500}
  parameters-before-credential | Parameters are validated before the credential. | order: credential first
  key-ignored | No key is accepted. | security: apiKey | always schemes/apiKey: null
  key-empty | An empty key is accepted. | security: apiKey
  key-begins | A key that begins like the right one is accepted. | security: apiKey
  key-in-query | The key is accepted in the query. | security: in
  key-as-token | The key is accepted as a bearer token. | security: scheme
  token-as-key | A token is accepted as a key. | security: scheme
  key-for-writing | With a key one may write. | security
  tenant-list | The list has the books of other tenants. | ownership (CWE-639)
`

const SERVERS: Servers<CatalogPoints> = {
  'open-for-head': opensFor(({ method }) => method === 'HEAD'),
  'reader-refused': instead('hasScopes', ({ scopes }) => scopes.includes('books:write')),
  'scope-any-of': instead('hasScopes', ({ scopes }) => scopes.length > 0),
  'parameters-before-credential': authenticatesBefore('checkMediaType'),
  'key-empty': takesForKey(({ headers }) => headers['x-api-key'] === ''),
  'key-begins': takesForKey(
    ({ headers: { 'x-api-key': key = '' } }) => key !== '' && credentials.apiKey.startsWith(key),
  ),
  'key-in-query': takesForKey(({ query }) => query.includes(credentials.apiKey)),
  'key-as-token': takes('principalOf', (token) => [
    token === credentials.apiKey ? credentials.reader : token,
  ]),
  'token-as-key': (p) => {
    const own = p.schemes.apiKey
    p.schemes.apiKey = (call) => {
      const key = call.headers['x-api-key'] ?? ''
      return p.principalOf(key) ?? own?.(call)
    }
  },
  'key-for-writing': opensFor(({ headers }) => headers['x-api-key'] === credentials.apiKey),
  'tenant-list': sharesIn('listBooks'),
}

export const security = faultsOf('security', ROWS, SERVERS, {
  'open-*': (id) => opensFor(({ operation }) => operation.id === id),
  'scope-not-checked-*': (id) =>
    gives('hasScopes', (has, _principal, _scopes, { operation }) => operation.id === id || has),
  'tenant-*': sharesIn,
})
