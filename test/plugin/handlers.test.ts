import { bearer, serve } from 'fastify-contract'
import t from 'tap'
import type {
  Handlers as All,
  CreatePlantRequest,
  CreatePlantResult,
} from '../../generated/operations.js'
import { contract, createHandlers, errors } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'

// The compiler is the test here: each line below `@ts-expect-error` must be refused by it.

/** Only what this test is about: another operation of the document changes nothing here. */
type Handlers = Pick<All, 'createPlant'>

const plant = { name: 'fern' }
const handlers = createHandlers(memory())

export const complete = {
  async createPlant({ body }) {
    return { status: 200, body: { name: body.name, tag: body.tag } }
  },
} satisfies Handlers

export const plainReturn = { createPlant: () => ({ status: 200, body: plant }) } satisfies Handlers

// @ts-expect-error -- a handler is missing
export const incomplete = {} satisfies Handlers

export const headers = {
  // Other headers than the documented ones are allowed.
  createPlant: () => ({ status: 200, body: plant, headers: { 'X-Other': 'x' } }),
} satisfies Handlers

export const results: CreatePlantResult[] = [
  { status: 200, body: plant },
  { status: 409, body: errors.idTaken },
  { status: 503, body: errors.unavailable },
  { status: 401, body: errors.missingCredentials, headers: { 'WWW-Authenticate': 'Bearer' } },
  // @ts-expect-error -- a documented status with another status' body
  { status: 409, body: plant },
  // @ts-expect-error -- no status at all
  { status: 600, body: errors.internal },
  // @ts-expect-error -- the body has no name
  { status: 200, body: { tag: 'shade' } },
  // @ts-expect-error -- the id is no part of a Plant
  { status: 200, body: { id: 1n, name: 'fern' } },
  // @ts-expect-error -- a documented header is missing
  { status: 401, body: errors.missingCredentials },
  { status: 200, body: plant, headers: { 'X-Other': 'x' } },
]

export function read({ body, security, signal, log, fastify, ...rest }: CreatePlantRequest): void {
  const id: bigint = body.id
  const tag: string | undefined = body.tag
  // @ts-expect-error -- the document has no such member
  body.colour
  // @ts-expect-error -- the operation has no parameters
  rest.params
  void [id, tag, security.bearerAuth, signal.aborted, log.info, fastify.ip]
}

const missing = async () => ({ status: 204 })
const secured = { bearerAuth: bearer(['t']) }

export const wired: (() => unknown)[] = [
  () => serve(contract, { handlers, security: secured }),
  // @ts-expect-error -- a security handler is missing
  () => serve(contract, { handlers, security: {} }),
  // @ts-expect-error -- the handlers are not those of this contract
  () => serve(contract, { handlers: {}, security: secured }),
  () => serve(contract, { handlers: {}, missing, security: secured }),
  () => serve(contract, { handlers, missing, security: secured }),
  () =>
    serve(contract, {
      missing,
      handlers: { createPlant: async ({ body }) => ({ status: 200, body: { name: body.name } }) },
      security: secured,
    }),
  // @ts-expect-error -- a security handler is missing
  () => serve(contract, { handlers: {}, missing, security: {} }),
  // @ts-expect-error -- no operation is called so
  () => serve(contract, { handlers: { make: () => plant }, missing, security: secured }),
  // @ts-expect-error -- one handler is another's
  () => serve(contract, { handlers: { createPlant: () => plant }, missing, security: secured }),
]

t.test('handlers that the compiler accepts can be served, others throw at once', async (t) => {
  const [served, unsecured, unhandled, mocked, , , unguarded] = wired
  t.equal(typeof served?.(), 'function')
  t.throws(() => serve(contract, undefined as never), { message: /no handlers; pass/ })
  t.throws(() => serve({} as never, {} as never), { message: /^no contract; write app\.register/ })
  t.throws(() => unsecured?.(), { message: /no security handler for bearerAuth/ })
  t.equal(typeof unhandled?.(), 'function', 'operations without a handler answer 501')
  t.equal(typeof mocked?.(), 'function')
  t.throws(() => unguarded?.(), { message: /no security handler for bearerAuth/ })
  t.same(plainReturn.createPlant(), { status: 200, body: plant })
})
