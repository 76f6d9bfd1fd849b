/** Faults at responses: statuses, headers, members. */

import assert from 'node:assert/strict'
import type { Book, CatalogPoints } from '../../catalog/points.js'
import { credentials } from '../../catalog.js'
import type { Request } from '../../exchange/api.js'
import { asks, type Exchange, type Expected, expect } from '../../exchange/expect.js'
import { type AnyJson, jsonOf } from '../../exchange/reply.js'
import type { Json, JsonObject } from '../../json/value.js'
import { after, type FaultRow, faultRows, faultsOf, onError, wraps } from '../fault.js'
import {
  asksBelow,
  full,
  NOBODY,
  named,
  novel,
  patch,
  postBook,
  search,
  stars,
  withBook,
  withBooks,
  words,
} from './requests.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const MEMBERS = ['id', 'revision', 'createdAt', ...Object.keys(full), 'sequelOf']

/** A book has what it must have, and nothing else. */
const checkBook = (book: AnyJson) => {
  assert.match(book.id, UUID)
  assert.ok(Number.isInteger(book.revision) && book.revision >= 1)
  assert.match(book.createdAt, TIME)
  assert.equal(typeof book.title, 'string')
  assert.match(book.isbn, /^97[89]\d{10}$/)
  assert.ok(
    typeof book.price.amount === 'number' && ['EUR', 'USD', 'GBP'].includes(book.price.currency),
  )
  assert.ok(Array.isArray(book.genres) && book.genres.length > 0)
  for (const name of Object.keys(book))
    assert.ok(MEMBERS.includes(name) && name !== 'supplierCode', name)
  for (const name of ['stock', 'discount'])
    assert.ok(['undefined', 'number', 'bigint'].includes(typeof book[name]), name)
  for (const name of ['website', 'contact', 'publishedOn'])
    assert.ok(['undefined', 'string'].includes(typeof book[name]), name)
  if (book.authors !== undefined) assert.ok(Array.isArray(book.authors))
  if (book.publishedOn !== undefined) assert.match(book.publishedOn, /^\d{4}-\d\d-\d\d$/)
}

const createdBook = (over = {}, expected: Expected = {}): Exchange =>
  asks(postBook(over), 201, { json: checkBook, ...expected })

const readBook = (over = {}): Exchange => asksRead(checkBook, over)
const asksRead = (json: (body: AnyJson) => void, over = {}): Exchange =>
  withBook(async (api, _, path) => {
    expect(await api.send({ path }), 200, { json })
  }, over)

const listedBooks = (over: object[] = [{}, {}], query = ''): Exchange =>
  withBooks(over as never, async (api) => {
    expect(await api.send({ path: `/books${query}` }), 200, {
      json({ items, total, next, ...rest }) {
        items.forEach(checkBook)
        assert.ok(Number.isInteger(total) && total >= 0)
        assert.ok(next === undefined || typeof next === 'string')
        assert.deepEqual({ ...rest }, {})
      },
    })
  })

/** Shows books otherwise. */
const shows = (change: (book: JsonObject, kept: Book) => JsonObject) =>
  wraps<CatalogPoints, 'present'>('present', (present) => (book) => change(present(book), book))

/** The same in the answers of one operation. */
const showsIn = (id: string, change: (body: never) => Json) =>
  after(id, (answer) =>
    answer.status < 300 ? { ...answer, body: change(answer.body as never) } : answer,
  )

const header = (id: string, name: string, value?: string) =>
  after(id, (answer) => {
    const { [name]: old, ...headers } = answer.headers ?? {}
    if (old === undefined) return answer
    return { ...answer, headers: value === undefined ? headers : { ...headers, [name]: value } }
  })

const status = (id: string, other: number) =>
  after(id, (answer) => {
    if (answer.status >= 300) return answer
    const { body: _, ...empty } = answer
    return { ...(other === 204 ? empty : answer), status: other }
  })

/** A good request to each operation, below a new book. */
export const good: Record<string, [rest: string, request: Omit<Request, 'path'>, status: number]> =
  {
    getBook: ['', {}, 200],
    replaceBook: ['', { method: 'PUT', body: novel }, 200],
    patchBook: ['', patch({ title: 'new' }), 200],
    deleteBook: ['', { method: 'DELETE' }, 204],
    listReviews: ['/reviews', {}, 200],
    createReview: ['/reviews', { method: 'POST', body: stars }, 201],
    getCover: ['/cover', {}, 404],
    putCover: ['/cover', { method: 'PUT', body: Buffer.from('png'), type: 'image/png' }, 204],
  }

/** The same for those that need no book. */
export const goodAlone: Record<string, [request: Request, status: number]> = {
  listBooks: [{ path: '/books' }, 200],
  createBook: [postBook(), 201],
  searchBooks: [search({}), 200],
  exportBooks: [{ path: '/export' }, 200],
}

export const goodOf = (id: string): Exchange => {
  if (goodAlone[id]) return asks(...(goodAlone[id] as [Request, number]))
  return asksBelow(...(good[id] as [string, Request, number]))
}

const statuses: [id: string, other: number][] = [
  ['createBook', 200],
  ['listBooks', 206],
  ['replaceBook', 204],
  ['patchBook', 202],
  ['deleteBook', 200],
  ['putCover', 201],
]

const ROWS = `
  location-missing | A new book has no Location. | header: Location
  location-of-another | The Location of a new book is that of another. | header: Location
  location-no-uri | The Location of a new book is no URI. | format: uri-reference
  location-of-other-host | The Location of a new book is at another host. | header: Location
  etag-missing-create | A new book has no ETag. | header: ETag
  etag-empty | The ETag is empty. | pattern: header
  count-text | X-Total-Count is no number. | type: header
  count-negative | X-Total-Count is negative. | minimum: header
  request-id-no-uuid | X-Request-Id is no UUID. | format: header
  no-id | Books have no id. | required: response
  no-created-at-in-list | In lists, books have no createdAt. | required: response
  patch-answers-patch | PATCH answers with the patch. | required: response
  id-number | The id is a number. | type: response
  id-no-uuid | The id is no UUID. | format: response
  revision-zero | The revision begins at 0. | minimum: response
  created-at-without-zone | createdAt has no offset. | format: response
  absent-is-null | Members that are absent are null. | type: response
  authors-single | A single author is no list. | type: response
  amount-in-cents | Amounts are in cents. | round trip
  currency-symbol | Currencies are symbols. | enum: response
  stock-exponent | A stock above 2^53 is rounded in the answer. | format: int64, exact
  edition-without-medium-shown | Editions have no medium. | discriminator: response
  edition-of-paper-mixed | Printed editions have the bytes of ebooks. | oneOf: response
  supplier-code-shown | The code of the supplier is shown. | writeOnly
  supplier-code-shown-in-export | The code of the supplier is shown in exports. | writeOnly
  tenant-shown | Books have the name of their tenant. | additionalProperties: response
  password-shown | Authors have the hash of a password. | additionalProperties: response
  token-shown | A new book has the token of the request. | no leak: token
  list-bare | The list is a bare array. | type: response
  list-empty-null | An empty list is null. | type: response
  list-second-broken | The second book of a list has no title. | items: response
  list-next-null | On the last page, next is null. | type: response
  list-with-page | The list has a member that is not documented. | additionalProperties: response
  list-too-many | A list of the largest limit has one book more. | maxItems: response
  reviews-stars-null | Reviews in words have stars of null. | oneOf: response
  delete-with-body | A 204 has a body. | RFC 9110, section 15.3.5
  304-with-body | A 304 has a body. | RFC 9110, section 15.4.5
  head-with-body | An answer to HEAD has a body. | RFC 9110, section 9.3.2
  head-500 | HEAD makes the server fail. | no 5xx
  redirects | The list is at another path. | documented status
  error-with-200 | A book that there is not is answered 200 with an error. | 404
  second-answer | Two answers come to one request. | RFC 9112, section 9.3
`

const rows: FaultRow<CatalogPoints>[] = [
  ...statuses.map(
    ([id, other]): FaultRow<CatalogPoints> => [
      `status-${other}-${id}`,
      `${id} answers ${other}.`,
      'responses: status',
      status(id, other),
      goodOf(id),
    ],
  ),
  ...faultRows<CatalogPoints>(ROWS, {
    'location-missing': [
      header('createBook', 'Location'),
      createdBook({}, { headers: { location: /^\/books\// } }),
    ],
    'location-of-another': [
      wraps('locationOf', (_, p) => () => `/books/${p.newId()}`),
      followsLocation(),
    ],
    'location-no-uri': [
      wraps(
        'locationOf',
        () =>
          ({ id }) =>
            `<books ${id}>`,
      ),
      followsLocation(),
    ],
    'location-of-other-host': [
      wraps(
        'locationOf',
        () =>
          ({ id }) =>
            `http://localhost:1/books/${id}`,
      ),
      followsLocation(),
    ],
    'etag-missing-create': [
      header('createBook', 'ETag'),
      createdBook({}, { headers: { etag: /"/ } }),
    ],
    'etag-empty': [
      header('getBook', 'ETag', ''),
      asksBelow('', {}, 200, { headers: { etag: /"/ } }),
    ],
    'count-text': [
      header('listBooks', 'X-Total-Count', 'many'),
      asks({ path: '/books' }, 200, { headers: { 'x-total-count': /^\d+$/ } }),
    ],
    'count-negative': [
      header('listBooks', 'X-Total-Count', '-1'),
      asks({ path: '/books' }, 200, { headers: { 'x-total-count': /^\d+$/ } }),
    ],
    'request-id-no-uuid': [
      header('getBook', 'X-Request-Id', 'req-1'),
      asksBelow('', {}, 200, { headers: { 'x-request-id': UUID } }),
    ],
    'no-id': [shows(({ id: _, ...book }) => book as JsonObject), readBook()],
    'no-created-at-in-list': [
      showsIn('listBooks', (body: { items: JsonObject[] }) => ({
        ...body,
        items: body.items.map(({ createdAt: _, ...book }) => book as JsonObject),
      })),
      listedBooks(),
    ],
    'patch-answers-patch': [
      after('patchBook', (answer, { body }) => ({ ...answer, body })),
      asksBelow('', patch({ title: 'x' }), 200, { json: checkBook }),
    ],
    'id-number': [shows((book) => ({ ...book, id: 5 })), createdBook()],
    'id-no-uuid': [shows((book) => ({ ...book, id: `book-${book.id}` })), createdBook()],
    'revision-zero': [
      shows((book) => ({ ...book, revision: Number(book.revision) - 1 })),
      createdBook(),
    ],
    'created-at-without-zone': [
      shows((book) => ({ ...book, createdAt: (book.createdAt as string).slice(0, 19) })),
      createdBook(),
    ],
    'absent-is-null': [shows((book) => ({ website: null, contact: null, ...book })), createdBook()],
    'authors-single': [
      shows((book) =>
        Array.isArray(book.authors) && book.authors.length === 1
          ? { ...book, authors: book.authors[0] as Json }
          : book,
      ),
      createdBook({ authors: [{ name: 'Ada' }] }),
    ],
    'amount-in-cents': [
      shows((book) => ({
        ...book,
        price: {
          ...(book.price as JsonObject),
          amount: Number((book.price as JsonObject).amount) * 100,
        },
      })),
      withBook(async (_, { price }) => assert.equal(price.amount, 12.5)),
    ],
    'currency-symbol': [
      shows((book) => ({ ...book, price: { ...(book.price as JsonObject), currency: '€' } })),
      createdBook(),
    ],
    'stock-exponent': [
      shows((book) =>
        typeof book.stock === 'bigint' ? { ...book, stock: Number(book.stock) } : book,
      ),
      createdBook(
        { stock: 2n ** 60n + 1n },
        { json: ({ stock }) => assert.equal(stock, 2n ** 60n + 1n) },
      ),
    ],
    'edition-without-medium-shown': [
      shows((book) => {
        const { medium: _, ...edition } = (book.edition ?? {}) as JsonObject
        return book.edition ? { ...book, edition: edition as JsonObject } : book
      }),
      createdBook(full, { json: ({ edition }) => assert.equal(edition.medium, 'ebook') }),
    ],
    'edition-of-paper-mixed': [
      shows((book) => {
        const edition = book.edition as JsonObject | undefined
        return edition?.medium === 'paper' ? { ...book, edition: { ...edition, bytes: 0 } } : book
      }),
      createdBook(
        { edition: { medium: 'paper', pages: 5 } },
        { json: ({ edition }) => assert.equal(edition.bytes, undefined) },
      ),
    ],
    'supplier-code-shown': [wraps('present', () => (book) => book), createdBook(full)],
    'supplier-code-shown-in-export': [
      (p) => {
        p.handlers.exportBooks = (call) => ({
          status: 200,
          type: 'application/jsonl',
          items: [...p.tenantOf(call).books.values()],
        })
      },
      withBook(async (api) => {
        const { body } = expect(await api.send({ path: '/export' }), 200)
        assert.ok(!body.includes('ACME'))
      }, full),
    ],
    'tenant-shown': [shows((book) => ({ ...book, tenant: 'one' })), createdBook()],
    'password-shown': [
      shows((book) =>
        book.authors
          ? {
              ...book,
              authors: (book.authors as JsonObject[]).map((each) => ({
                ...each,
                passwordHash: '$2b$10$abc',
              })),
            }
          : book,
      ),
      createdBook(full, {
        json: ({ authors }) =>
          assert.deepEqual(Object.keys(authors[0]).sort(), ['born', 'died', 'name']),
      }),
    ],
    'token-shown': [
      shows((book) => ({ ...book, subtitle: credentials.bearerAuth })),
      withBook(async (_, book) => assert.equal(book.subtitle, undefined)),
    ],
    'list-bare': [showsIn('listBooks', ({ items }: { items: Json[] }) => items), listedBooks()],
    'list-empty-null': [
      showsIn('listBooks', (body: { items: Json[] }) => ({
        ...body,
        items: body.items.length === 0 ? null : body.items,
      })),
      asks({ path: '/books' }, 200, { json: ({ items }) => assert.ok(Array.isArray(items)) }),
    ],
    'list-second-broken': [
      showsIn('listBooks', (body: { items: JsonObject[] }) => ({
        ...body,
        items: body.items.map(
          ({ title, ...book }, at) => (at === 1 ? book : { ...book, title }) as JsonObject,
        ),
      })),
      listedBooks(named('a', 'b')),
    ],
    'list-next-null': [
      showsIn('listBooks', (body: JsonObject) => ({ next: null, ...body })),
      listedBooks(),
    ],
    'list-with-page': [
      showsIn('listBooks', (body: JsonObject) => ({ ...body, page: 1 })),
      listedBooks(),
    ],
    'list-too-many': [
      showsIn('listBooks', (body: { items: Json[] }) => ({
        ...body,
        items: body.items.length === 0 ? body.items : [...body.items, body.items[0] as Json],
      })),
      withBooks(named('a'), async (api) => {
        expect(await api.send({ path: '/books?limit=1' }), 200, {
          json: ({ items }) => assert.equal(items.length, 1),
        })
      }),
    ],
    'reviews-stars-null': [
      showsIn('createReview', (review: JsonObject) => ({ stars: null, ...review })),
      asksBelow('/reviews', { method: 'POST', body: words }, 201, { body: words }),
    ],
    'delete-with-body': [
      rawBody(
        'deleteBook',
        (body) => `HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n${body}`,
      ),
      goodOf('deleteBook'),
    ],
    '304-with-body': [
      rawBody('getBook', (body, answer) =>
        answer === 304
          ? `HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nConnection: close\r\n\r\n${body}`
          : undefined,
      ),
      asksBelow('', { headers: { 'If-None-Match': '*' } }, 304),
    ],
    'head-with-body': [
      rawBody('listBooks', (body, _, method) =>
        method === 'HEAD'
          ? `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Total-Count: 0\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
          : undefined,
      ),
      asks({ method: 'HEAD', path: '/books' }, [200, 405]),
    ],
    'head-500': [
      wraps('checkMessage', (checkMessage) => (call) => {
        if (call.method === 'HEAD') throw new Error('head')
        return checkMessage(call)
      }),
      asks({ method: 'HEAD', path: '/books' }, [200, 405]),
    ],
    redirects: [
      after('listBooks', () => ({ status: 301, headers: { Location: '/books/' } })),
      asks({ path: '/books' }, 200),
    ],
    'error-with-200': [
      onError(404, (answer) => ({ ...answer, status: 200 })),
      asks({ path: `/books/${NOBODY}` }, 404),
    ],
    'second-answer': [
      wraps('write', (write) => (written, response, call) => {
        const { socket } = response
        if (call?.operation?.id !== 'getBook' || !socket) return write(written, response, call)
        const once = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`
        socket.end(`${once(2)}{}${once(2)}{}`)
      }),
      asksBelow('', {}, 200),
    ],
  }),
]

function followsLocation(): Exchange {
  return async (api) => {
    const { headers, body } = expect(await api.send(postBook()), 201)
    const { href, pathname, host } = new URL(headers.location as string, api.url)
    assert.equal(host, new URL(api.url).host, href)
    const reply = expect(await api.send({ path: pathname }), 200)
    assert.equal(jsonOf(reply).id, JSON.parse(body.toString()).id)
  }
}

/** Writes bytes where an operation answers. */
function rawBody(
  id: string,
  make: (body: string, status: number, method: string) => string | undefined,
) {
  return (p: CatalogPoints): void => {
    const { write } = p
    p.write = (written, response, call) => {
      const isOurs = call?.operation?.id === id && written.status < 400
      const body = Buffer.concat(written.parts.map((part) => Buffer.from(part))).toString() || '{}'
      const bytes = isOurs ? make(body, written.status, call.method) : undefined
      if (bytes === undefined) write(written, response, call)
      else response.socket?.end(bytes)
    }
  }
}

/** Errors of each status, made by one request. */
const failures: [status: number, exchange: Exchange][] = [
  [400, asks({ path: '/books?limit=0' }, 400)],
  [401, asks({ path: '/books', credential: null }, 401)],
  [403, asks(postBook({}, { credential: 'reader' }), 403)],
  [404, asks({ path: `/books/${NOBODY}` }, 404)],
  [405, asks({ path: '/books', method: 'DELETE' }, 405)],
  [406, asks({ path: '/books', headers: { Accept: 'text/csv' } }, [406, 200])],
  [409, withBook(async (api) => expect(await api.send(postBook()), 409))],
  [412, asksBelow('', { method: 'PUT', body: novel, headers: { 'If-Match': '"other"' } }, 412)],
  [413, asksBelow('/cover', { method: 'PUT', body: Buffer.alloc(70_000), type: 'image/png' }, 413)],
  [415, asksBelow('', { method: 'PATCH', body: { title: 'x' }, type: 'text/plain' }, 415)],
  [416, asksCover({ Range: 'bytes=100-' }, 416)],
  [422, asks(postBook({ sequelOf: NOBODY }), 422)],
]

function asksCover(headers: Record<string, string>, wanted: number): Exchange {
  return withBook(async (api, _, path) => {
    const body = Buffer.from('png')
    expect(await api.send({ method: 'PUT', path: `${path}/cover`, body, type: 'image/png' }), 204)
    expect(await api.send({ path: `${path}/cover`, headers }), wanted)
  })
}

const errors = failures.flatMap(([status, exchange]): FaultRow<CatalogPoints>[] => [
  [
    `${status}-as-json`,
    `A ${status} is application/json.`,
    'content: error',
    onError(status, (answer) => ({ ...answer, type: 'application/json' })),
    exchange,
  ],
  [
    `${status}-as-text`,
    `A ${status} is plain text.`,
    'error body',
    onError(status, (answer) => ({ ...answer, type: 'text/plain', body: Buffer.from('error') })),
    exchange,
  ],
  [
    `${status}-without-body`,
    `A ${status} has no body.`,
    'error body',
    onError(status, ({ headers = {} }) => ({ status, headers })),
    exchange,
  ],
  [
    `${status}-without-title`,
    `A ${status} has no title.`,
    'required: error',
    onError(status, (answer) => ({ ...answer, body: { type: 'about:blank', status } })),
    exchange,
  ],
  [
    `${status}-status-text`,
    `The status in the body of a ${status} is text.`,
    'type: error',
    onError(status, (answer) => ({
      ...answer,
      body: { type: 'about:blank', title: 'x', status: String(status) },
    })),
    exchange,
  ],
  [
    `${status}-with-trace`,
    `A ${status} has a member that is not documented.`,
    'additionalProperties: error',
    onError(status, (answer) => ({
      ...answer,
      body: { ...(answer.body as JsonObject), traceId: 'abc' },
    })),
    exchange,
  ],
])

export const responses = [
  ...faultsOf<CatalogPoints>('response', rows),
  ...faultsOf<CatalogPoints>('error body', errors),
]
