/** Faults at credentials, scopes and tenants. */

import type { CatalogPoints } from '../../catalog/points.js'
import { credentials } from '../../catalog.js'
import { Failure } from '../../kernel/failure.js'
import type { Call, Principal } from '../../kernel/points.js'
import { after, type FaultRow, faultRows, faultsOf, onError, wraps } from '../fault.js'
import { authenticatesBefore } from '../shared/auth.js'

const WRITES = ['createBook', 'replaceBook', 'patchBook', 'deleteBook', 'createReview', 'putCover']
const READS = ['getBook', 'listReviews', 'getCover', 'listBooks', 'searchBooks', 'exportBooks']

const opensFor = (isOpen: (call: Call) => boolean) =>
  wraps<CatalogPoints, 'authenticate'>('authenticate', (authenticate, p) => (call) => {
    if (isOpen(call)) call.principal = p.principalOf(credentials.bearerAuth) as Principal
    else authenticate(call)
  })

const scopeless = (isFree: (call: Call) => boolean) =>
  wraps<CatalogPoints, 'hasScopes'>(
    'hasScopes',
    (hasScopes) => (principal, scopes, call) => isFree(call) || hasScopes(principal, scopes, call),
  )

/** Another tenant gets the books of the first one at some operations. */
const sharesIn = (...ids: string[]) =>
  wraps<CatalogPoints, 'tenantOf'>(
    'tenantOf',
    (tenantOf) => (call) =>
      ids.includes(call.operation.id)
        ? tenantOf({ ...call, principal: { ...call.principal, tenant: 'one' } })
        : tenantOf(call),
  )

/** Takes something for the right key. */
const takesForKey = (isTaken: (call: Call) => boolean) => (p: CatalogPoints) => {
  const own = p.schemes.apiKey
  const headers = { 'x-api-key': credentials.apiKey }
  p.schemes.apiKey = (call) => own?.(isTaken(call) ? { ...call, headers } : call)
}

const ROWS = `
  open-for-head | HEAD needs no credential. | security
  reader-refused | Who may only read may not read. | security: scopes
  scope-any-of | One scope of any kind is enough. | security: scopes
  403-is-401 | A missing scope is answered 401. | documented status
  403-is-500 | A missing scope makes the server fail. | no 5xx
  scope-after-effect | The scope is checked after the book is made. | order: scope first
  parameters-before-credential | Parameters are validated before the credential. | order: credential first
  existence-before-credential | Without a credential, a book that there is not is answered 404. | order: credential first
  key-ignored | No key is accepted. | security: apiKey
  key-any | Any key is accepted. | security: apiKey
  key-empty | An empty key is accepted. | security: apiKey
  key-begins | A key that begins like the right one is accepted. | security: apiKey
  key-in-query | The key is accepted in the query. | security: in
  key-as-token | The key is accepted as a bearer token. | security: scheme
  token-as-key | A token is accepted as a key. | security: scheme
  key-for-writing | With a key one may write. | security
  tenant-list | The list has the books of other tenants. | ownership (CWE-639)
  tenant-cached | The list of one tenant is shown to the next. | requests are apart
  forged-tenant | X-Tenant says whose books are meant. | ownership (CWE-639)
  token-in-log-header | Reading sends the credential back in a header. | no leak: token
`

const rows: FaultRow<CatalogPoints>[] = [
  ...[...WRITES, ...READS].map(
    (id): FaultRow<CatalogPoints> => [
      `open-${id}`,
      `${id} needs no credential.`,
      'security',
      opensFor(({ operation }) => operation.id === id),
    ],
  ),
  ...WRITES.map(
    (id): FaultRow<CatalogPoints> => [
      `scope-not-checked-${id}`,
      `Who may only read may ${id}.`,
      'security: scopes',
      scopeless(({ operation }) => operation.id === id),
    ],
  ),
  ...[
    'getBook',
    'replaceBook',
    'patchBook',
    'deleteBook',
    'listReviews',
    'createReview',
    'putCover',
  ].map(
    (id): FaultRow<CatalogPoints> => [
      `tenant-${id}`,
      `${id} reaches the books of other tenants.`,
      'ownership (CWE-639)',
      sharesIn(id),
    ],
  ),
  ...faultRows<CatalogPoints>(ROWS, {
    'open-for-head': opensFor(({ method }) => method === 'HEAD'),
    'reader-refused': wraps(
      'hasScopes',
      () =>
        ({ scopes }) =>
          scopes.includes('books:write'),
    ),
    'scope-any-of': wraps(
      'hasScopes',
      () =>
        ({ scopes }) =>
          scopes.length > 0,
    ),
    '403-is-401': onError(403, (answer) => ({ ...answer, status: 401 })),
    '403-is-500': onError(403, (answer) => ({ ...answer, status: 500 })),
    'scope-after-effect': wraps('steps', (steps) => [
      ...steps.filter((step) => step !== 'authorize'),
      'authorize' as const,
    ]),
    'parameters-before-credential': authenticatesBefore('checkMediaType'),
    'existence-before-credential': wraps('authenticate', (authenticate, p) => (call) => {
      const { bookId } = call.segments
      const { books } = p.tenantOf({ ...call, principal: { tenant: 'one', scopes: [] } })
      if (bookId && !books.has(bookId.toLowerCase()))
        throw new Failure(404, 'There is no such book.')
      return authenticate(call)
    }),
    'key-ignored': (p) => {
      p.schemes.apiKey = () => undefined
    },
    'key-any': takesForKey(({ headers }) => headers['x-api-key'] !== undefined),
    'key-empty': takesForKey(({ headers }) => headers['x-api-key'] === ''),
    'key-begins': takesForKey(
      ({ headers: { 'x-api-key': key = '' } }) => key !== '' && credentials.apiKey.startsWith(key),
    ),
    'key-in-query': takesForKey(({ query }) => query.includes(credentials.apiKey)),
    'key-as-token': wraps(
      'principalOf',
      (principalOf) => (token) =>
        principalOf(token === credentials.apiKey ? credentials.reader : token),
    ),
    'token-as-key': (p) => {
      const own = p.schemes.apiKey
      p.schemes.apiKey = (call) => {
        const key = call.headers['x-api-key'] ?? ''
        return p.principalOf(key) ?? own?.(call)
      }
    },
    'key-for-writing': wraps('authenticate', (authenticate, p) => (call) => {
      if (call.headers['x-api-key'] === credentials.apiKey)
        call.principal = p.principalOf(credentials.bearerAuth) as Principal
      else authenticate(call)
    }),
    'tenant-list': sharesIn('listBooks'),
    'tenant-cached': (p) => {
      const own = p.handlers.listBooks
      let last: unknown
      p.handlers.listBooks = async (call) => {
        const answer = last ?? (await own?.(call))
        last = answer
        return answer as never
      }
    },
    'forged-tenant': wraps(
      'tenantOf',
      (tenantOf) => (call) =>
        tenantOf({
          ...call,
          principal: {
            ...call.principal,
            tenant: call.headers['x-tenant'] ?? call.principal.tenant,
          },
        }),
    ),
    'token-in-log-header': after('getBook', (answer, call) => ({
      ...answer,
      headers: { ...answer.headers, 'X-Auth': call.headers.authorization ?? '' },
    })),
  }),
]

export const security = faultsOf<CatalogPoints>('security', rows)
