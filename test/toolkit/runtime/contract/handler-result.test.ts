import type { Sequence } from 'fastify-contract'
import t from 'tap'
import type { Answer, Exact, StatusRange } from '#toolkit/runtime/contract/handler.js'

// The compiler is the test here: each line below `@ts-expect-error` must be refused by it.

interface Plant {
  readonly name: string
}

type Result =
  | { readonly status: 200; readonly contentType?: 'application/json'; readonly body: Plant }
  | { readonly status: 200; readonly contentType: 'text/plain'; readonly body: string }
  | { readonly status: 206; readonly body: Sequence<Plant> }
  | { readonly status: 302; readonly headers: { readonly Location: string } }
  | { readonly status: 405 }
  | { readonly status: StatusRange<5>; readonly body: Plant; readonly headers?: { Age?: number } }

interface Handlers {
  read(request: { readonly id: string }): Answer<Exact<Result>>
}

const plant = { name: 'fern' }
const headers = { Location: '/plants' }
async function* plants() {
  yield plant
}

export const accepted = [
  { read: () => ({ status: 405 }) },
  { read: async () => ({ status: 405, body: undefined }) },
  { read: async () => ({ status: 200, body: plant }) },
  { read: () => ({ status: 200, contentType: 'text/plain', body: 'fern' }) },
  { read: async () => ({ status: 206, body: plants() }) },
  { read: () => ({ status: 302, headers }) },
  { read: () => ({ status: 503, body: plant, headers: { Age: 1 } }) },
  { read: async (): Promise<Result> => ({ status: 405 }) },
  { read: () => Promise.reject(new Error('none')) },
  {
    async read({ id }) {
      if (id === '') return { status: 405 }
      if (id === 'a') return { status: 302, headers: { Location: id } }
      return { status: 500, body: { name: id } }
    },
  },
] satisfies Handlers[]

export const refused = [
  // @ts-expect-error -- the response has no body
  { read: () => ({ status: 405, body: 'x' }) },
  // @ts-expect-error -- nor has it one later
  { read: async () => ({ status: 405, body: 'x' }) },
  // @ts-expect-error -- the response has no headers
  { read: () => ({ status: 405, headers }) },
  // @ts-expect-error -- nor has the one with a body
  { read: async () => ({ status: 200, body: plant, headers }) },
  // @ts-expect-error -- the response has headers, and no body
  { read: () => ({ status: 302, headers, body: 'x' }) },
  // @ts-expect-error -- what has no body has no media type
  { read: () => ({ status: 405, contentType: 'text/plain' }) },
  // @ts-expect-error -- the body is another media type's
  { read: () => ({ status: 200, contentType: 'text/plain', body: plant }) },
  // @ts-expect-error -- a body has a member too many, where the handler says what it returns
  { read: async (): Promise<Result> => ({ status: 200, body: { name: 'fern', tag: '' } }) },
  // @ts-expect-error -- the items are not those of the sequence
  { read: async () => ({ status: 206, body: [1] }) },
  // @ts-expect-error -- no such status
  { read: () => ({ status: 404 }) },
  // @ts-expect-error -- the status has a body
  { read: async () => ({ status: 500 }) },
  {
    // @ts-expect-error -- one of several returns has headers that its response has not
    async read({ id }) {
      if (id === '') return { status: 405, headers: {} }
      return { status: 500, body: { name: id } }
    },
  },
] satisfies Handlers[]

/** Members too many are found in literals, where a function says what it returns. */
export const exact: Handlers[] = [
  // @ts-expect-error -- a plant has no such member
  { read: (): Result => ({ status: 200, body: { name: 'fern', passwordHash: 'x' } }) },
  // @ts-expect-error -- nor has it one later
  { read: async (): Promise<Result> => ({ status: 500, body: { name: 'fern', hash: 'x' } }) },
  {
    read(): ReturnType<Handlers['read']> {
      // @ts-expect-error -- nor where the type is that of the interface
      return { status: 200, body: { name: 'fern', passwordHash: 'x' } }
    },
  },
  // @ts-expect-error -- nor where the literal says what it is
  { read: () => ({ status: 200, body: { name: 'fern', hash: 'x' } }) satisfies Result },
  // TypeScript infers what a function returns that does not say it, and takes more members for fine:
  // at run time they are left out.
  { read: () => ({ status: 200, body: { name: 'fern', passwordHash: 'x' } }) },
  // So it does of what is no literal.
  { read: (): Result => ({ status: 200, body: { ...plant, ...{ passwordHash: 'x' } } }) },
]

t.test('the results of handlers are checked by their types only', async (t) => {
  t.same(await accepted[2]?.read({ id: '' }), { status: 200, body: plant })
  t.same(await refused[0]?.read({ id: '' }), { status: 405, body: 'x' })
})
