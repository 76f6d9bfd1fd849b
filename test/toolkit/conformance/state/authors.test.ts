import t from 'tap'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { Schema } from '#toolkit/openapi/schema/schema.js'
import { contractOf, pathsWith } from '../helpers/documents.js'
import { kitFor, probed } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const number = { type: 'integer' }
const object = (properties: object) => {
  return { type: 'object', required: Object.keys(properties), properties }
}
const [Author, Book] = [object({ name: { type: 'string' } }), object({ author: number })]
const MadeAuthor = object({ id: number, ...Author.properties })
const MadeBook = object({ id: number, ...Book.properties })

const contract = contractOf(
  pathsWith({ Author, Book, MadeAuthor, MadeBook, Id: number })(`
    POST /authors | {asks: Author, 201: MadeAuthor, 400: null}
    GET /authors/{id} | {path: {id: Id}, 200: MadeAuthor}
    DELETE /authors/{id} | {path: {id: Id}, 204: null}
    GET /books | {query: {author: Id}, 200: [MadeBook], 400: null}
    POST /books | {asks: Book, 201: MadeBook, 400: null}
    GET /books/{id} | {path: {id: Id}, 200: MadeBook}
    DELETE /books/{id} | {path: {id: Id}, 204: null}
  `),
)

/** Books of authors: with an author go the books, and nobody else has any. */
function library() {
  const kept = new Map<string, { readonly id: number; readonly author?: number }>()
  let last = 0
  const isThere = (author: unknown) => kept.has(`/authors/${author}`)
  return stubApp(({ method, path, query, json, payload }) => {
    const [, kind, id] = path.split('/')
    const author = query.get('author')
    if (method === 'GET' && id === undefined) {
      if (author !== null && !isThere(author)) return { status: 400 }
      const books = [...kept].filter(([path]) => path.startsWith('/books/'))
      return { status: 200, body: books.map(([, book]) => book) }
    }
    if (method === 'POST') {
      const body: never = payload?.length ? json() : (null as never)
      const schema = (kind === 'books' ? Book : Author) as Schema
      const isTaken = contract.verdicts.accepts(schema, body)
      if (!isTaken || (kind === 'books' && !isThere(Object(body).author))) return { status: 400 }
      last++
      kept.set(`${path}/${last}`, { ...Object(body), id: last })
      return { status: 201, body: kept.get(`${path}/${last}`) }
    }
    if (!kept.has(path)) return { status: 404 }
    if (method === 'GET') return { status: 200, body: kept.get(path) }
    const isWithIt = (one: { readonly author?: number }) => `/authors/${one.author}` === path
    for (const [each, one] of kept) if (each === path || isWithIt(one)) kept.delete(each)
    return { status: 204 }
  })
}

t.test('what a server removes with the thing that it names is made again', async (t) => {
  const kit = kitFor(contract, library().app)
  await kit.prepare()
  t.same((await probed(kit, [validRequests, validRequests, edgesOfParameters])).told, [])
})

t.test('an identity of another form than those that a server gives may be refused', async (t) => {
  const id = '0f7cd3d3-9b25-4a0e-8a07-7c3cdd0b8a4e'
  const Made = object({ id: { type: 'string' } })
  const document = pathsWith({ Made, Id: { type: 'string' } })(`
    GET /users | {200: [Made]}
    GET /users/{id} | {path: {id: Id}, 200: Made, 400: null, 404: null}
  `)
  const found = async (refusal: number) => {
    const { app } = stubApp(({ path }) => {
      if (path === '/users') return { status: 200, body: [{ id }] }
      return path === `/users/${id}` ? { status: 200, body: { id } } : { status: refusal }
    })
    const kit = kitFor(contractOf(document), app)
    await kit.prepare()
    return (await probed(kit, [edgesOfParameters])).told.length
  }
  t.same([await found(400), await found(404)], [0, 0])
  t.ok((await found(409)) > 0)
})
