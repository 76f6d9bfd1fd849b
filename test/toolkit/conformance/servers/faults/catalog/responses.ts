/** Faults at responses: statuses, headers, members. */

import type { Book, CatalogPoints } from '../../catalog/points.js'
import { credentials } from '../../catalog.js'
import type { JsonObject } from '../../json/value.js'
import { failsAt, faultsOf, gives, instead, type Servers } from '../fault.js'
import { textOf, writes } from '../shared/framing.js'

const shows = (change: (book: JsonObject, kept: Book) => JsonObject) =>
  gives<CatalogPoints, 'present'>('present', change)

const ROWS = `
  status-200-createBook | createBook answers 200. | responses: status | answer of createBook: {status: 200}
  location-missing | A new book has no Location. | header: Location | answer of createBook: {header: {Location: null}}
  count-text | X-Total-Count is no number. | type: header | answer of listBooks: {header: {X-Total-Count: many}}
  request-id-no-uuid | X-Request-Id is no UUID. | format: header | answer of getBook: {header: {X-Request-Id: req-1}}
  supplier-code-shown | The code of the supplier is shown. | writeOnly
  tenant-shown | Books have the name of their tenant. | additionalProperties: response
  token-shown | A new book has the token of the request. | no leak: token
  delete-with-body | A 204 has a body. | RFC 9110, section 15.3.5
  head-with-body | An answer to HEAD has a body. | RFC 9110, section 9.3.2
  head-500 | HEAD makes the server fail. | no 5xx
  redirects | The list is at another path. | documented status | answer of listBooks: {status: 301, body: null, headers: {Location: /books/}}
  error-with-200 | A book that there is not is answered 200 with an error. | 404 | error 404: {status: 200}
`

const SERVERS: Servers<CatalogPoints> = {
  'supplier-code-shown': instead('present', (book) => book),
  'tenant-shown': shows((book) => ({ ...book, tenant: 'one' })),
  'token-shown': shows((book) => ({ ...book, subtitle: credentials.bearerAuth })),
  'delete-with-body': rawBody(
    'deleteBook',
    (body) => `HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n${body}`,
  ),
  'head-with-body': rawBody('listBooks', (body, _, method) =>
    method === 'HEAD'
      ? `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Total-Count: 0\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
      : undefined,
  ),
  'head-500': failsAt('checkMessage', ({ method }) => method === 'HEAD'),
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
