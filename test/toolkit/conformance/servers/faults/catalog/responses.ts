/** Faults at responses: statuses, headers, members. */

import type { Book, CatalogPoints } from '../../catalog/points.js'
import { credentials } from '../../catalog.js'
import type { Json, JsonObject } from '../../json/value.js'
import { after, failsAt, faultsOf, gives, instead, type Servers, wraps } from '../fault.js'
import { textOf, writes } from '../shared/framing.js'

/** Shows books otherwise. */
const shows = (change: (book: JsonObject, kept: Book) => JsonObject) =>
  gives<CatalogPoints, 'present'>('present', change)

/** Lists other items. */
const lists = (change: (items: JsonObject[]) => Json) =>
  after('listBooks', (answer) => {
    const body = answer.body as { items: JsonObject[] }
    return { ...answer, body: { ...body, items: change(body.items) } }
  })

/** Items of which the second one has no title. */
export const withoutSecondTitle = (items: readonly JsonObject[]) =>
  items.map(({ title, ...book }, at) => (at === 1 ? book : { ...book, title }) as JsonObject)

const ROWS = `
  status-200-createBook | createBook answers 200. | responses: status | answer of createBook: {status: 200}
  status-206-listBooks | listBooks answers 206. | responses: status | answer of listBooks: {status: 206}
  status-204-replaceBook | replaceBook answers 204. | responses: status | answer of replaceBook: {status: 204, body: null}
  status-202-patchBook | patchBook answers 202. | responses: status | answer of patchBook: {status: 202}
  status-200-deleteBook | deleteBook answers 200. | responses: status | answer of deleteBook: {status: 200}
  status-201-putCover | putCover answers 201. | responses: status | answer of putCover: {status: 201}
  location-missing | A new book has no Location. | header: Location | answer of createBook: {header: {Location: null}}
  location-of-another | The Location of a new book is that of another. | header: Location
  location-no-uri | The Location of a new book is no URI. | format: uri-reference
  location-of-other-host | The Location of a new book is at another host. | header: Location
  etag-missing-create | A new book has no ETag. | header: ETag | answer of createBook: {header: {ETag: null}}
  etag-empty | The ETag is empty. | pattern: header | answer of getBook: {header: {ETag: ''}}
  count-text | X-Total-Count is no number. | type: header | answer of listBooks: {header: {X-Total-Count: many}}
  count-negative | X-Total-Count is negative. | minimum: header | answer of listBooks: {header: {X-Total-Count: '-1'}}
  request-id-no-uuid | X-Request-Id is no UUID. | format: header | answer of getBook: {header: {X-Request-Id: req-1}}
  no-id | Books have no id. | required: response
  patch-answers-patch | PATCH answers with the patch. | required: response
  id-number | The id is a number. | type: response
  id-no-uuid | The id is no UUID. | format: response
  revision-zero | The revision begins at 0. | minimum: response
  created-at-without-zone | createdAt has no offset. | format: response
  absent-is-null | Members that are absent are null. | type: response
  currency-symbol | Currencies are symbols. | enum: response
  stock-exponent | A stock above 2^53 is rounded in the answer. | format: int64, exact
  edition-without-medium-shown | Editions have no medium. | discriminator: response
  supplier-code-shown | The code of the supplier is shown. | writeOnly
  supplier-code-shown-in-export | The code of the supplier is shown in exports. | writeOnly
  tenant-shown | Books have the name of their tenant. | additionalProperties: response
  token-shown | A new book has the token of the request. | no leak: token
  list-bare | The list is a bare array. | type: response
  list-empty-null | An empty list is null. | type: response
  list-second-broken | The second book of a list has no title. | items: response
  list-next-null | On the last page, next is null. | type: response | answer of listBooks: {absent: {next: null}}
  list-with-page | The list has a member that is not documented. | additionalProperties: response | answer of listBooks: {more: {page: 1}}
  list-too-many | A list of the largest limit has one book more. | maxItems: response
  reviews-stars-null | Reviews in words have stars of null. | oneOf: response | answer of createReview: {absent: {stars: null}}
  delete-with-body | A 204 has a body. | RFC 9110, section 15.3.5
  304-with-body | A 304 has a body. | RFC 9110, section 15.4.5
  head-with-body | An answer to HEAD has a body. | RFC 9110, section 9.3.2
  head-500 | HEAD makes the server fail. | no 5xx
  redirects | The list is at another path. | documented status | answer of listBooks: {status: 301, body: null, headers: {Location: /books/}}
  error-with-200 | A book that there is not is answered 200 with an error. | 404 | error 404: {status: 200}
  second-answer | Two answers come to one request. | RFC 9112, section 9.3
`

const SERVERS: Servers<CatalogPoints> = {
  'location-of-another': wraps('locationOf', (_, p) => () => `/books/${p.newId()}`),
  'location-no-uri': instead('locationOf', ({ id }) => `<books ${id}>`),
  'location-of-other-host': instead('locationOf', ({ id }) => `http://localhost:1/books/${id}`),
  'no-id': shows(({ id: _, ...book }) => book as JsonObject),
  'patch-answers-patch': after('patchBook', (answer, { body }) => ({ ...answer, body })),
  'id-number': shows((book) => ({ ...book, id: 5 })),
  'id-no-uuid': shows((book) => ({ ...book, id: `book-${book.id}` })),
  'revision-zero': shows((book) => ({ ...book, revision: Number(book.revision) - 1 })),
  'created-at-without-zone': shows((book, { createdAt }) => ({
    ...book,
    createdAt: createdAt.slice(0, 19),
  })),
  'absent-is-null': shows((book) => ({ website: null, contact: null, ...book })),
  'currency-symbol': shows((book, { price }) => ({ ...book, price: { ...price, currency: '€' } })),
  'stock-exponent': shows((book) =>
    typeof book.stock === 'bigint' ? { ...book, stock: Number(book.stock) } : book,
  ),
  'edition-without-medium-shown': shows((book) => {
    const { medium: _, ...edition } = (book.edition ?? {}) as JsonObject
    return book.edition ? { ...book, edition: edition as JsonObject } : book
  }),
  'supplier-code-shown': instead('present', (book) => book),
  'supplier-code-shown-in-export': (p) => {
    p.handlers.exportBooks = (call) => ({
      status: 200,
      type: 'application/jsonl',
      items: [...p.tenantOf(call).books.values()],
    })
  },
  'tenant-shown': shows((book) => ({ ...book, tenant: 'one' })),
  'token-shown': shows((book) => ({ ...book, subtitle: credentials.bearerAuth })),
  'list-bare': after('listBooks', (answer) => ({
    ...answer,
    body: (answer.body as JsonObject).items as Json,
  })),
  'list-empty-null': lists((items) => (items.length === 0 ? null : items)),
  'list-second-broken': lists(withoutSecondTitle),
  'list-too-many': lists((items) => [...items, ...items.slice(0, 1)]),
  'delete-with-body': rawBody(
    'deleteBook',
    (body) => `HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n${body}`,
  ),
  '304-with-body': rawBody('getBook', (body, answer) =>
    answer === 304
      ? `HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nConnection: close\r\n\r\n${body}`
      : undefined,
  ),
  'head-with-body': rawBody('listBooks', (body, _, method) =>
    method === 'HEAD'
      ? `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Total-Count: 0\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
      : undefined,
  ),
  'head-500': failsAt('checkMessage', ({ method }) => method === 'HEAD'),
  'second-answer': writes('getBook', (socket) => {
    const once = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
    socket.end(once.repeat(2))
  }),
}

/** Writes bytes where an operation answers. */
function rawBody(
  id: string,
  make: (body: string, status: number, method: string) => string | undefined,
) {
  return writes(id, (socket, written, { method }, usual) => {
    const { status } = written
    const bytes = status < 400 ? make(textOf(written) || '{}', status, method) : undefined
    if (bytes === undefined) usual()
    else socket.end(bytes)
  })
}

const CODES = '400 401 403 404 405 406 409 412 413 415 416 422'

const ERRORS = `
  (${CODES})-as-json | A * is application/json. | content: error | error *: {type: application/json}
  (${CODES})-as-text | A * is plain text. | error body | error *: {text: error}
  (${CODES})-without-body | A * has no body. | error body | error *: {body: null}
  (${CODES})-without-title | A * has no title. | required: error | error *: {body: {type: about:blank, status: *}}
  (${CODES})-status-text | The status in the body of a * is text. | type: error | error *: {body: {type: about:blank, title: x, status: '*'}}
  (${CODES})-with-trace | A * has a member that is not documented. | additionalProperties: error | error *: {more: {traceId: abc}}
`

export const responses = [...faultsOf('response', ROWS, SERVERS), ...faultsOf('error body', ERRORS)]
