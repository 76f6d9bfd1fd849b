import t from 'tap'
import { made, problemsOf } from '../../helpers/made.js'

const TEXT = '{ 200: { description: d, content: { text/plain: { schema: { type: string } } } } }'
const DOCUMENT = `
GET /me: { operationId: me, security: [{ bearerAuth: [] }], responses: ${TEXT} }
GET /any: { operationId: any, security: [{ bearerAuth: [] }, { key: [] }], responses: ${TEXT} }
components: { securitySchemes: { bearerAuth: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: x-key } } }
`

/** What a user writes: no type of a principal, and no cast. */
const USE = `
import { bearer, createSecurity, type PrincipalsOf, serve } from 'fastify-contract'
import { contract } from './contract.js'
import type { Handlers } from './operations.js'

interface User { readonly name: string }
declare module 'fastify-contract' {
  interface SchemePrincipals extends PrincipalsOf<typeof security> {}
}

const users = new Map<string, User>()
const security = createSecurity({
  bearerAuth: bearer(async (token) => users.get(token)),
  key: { authenticate: () => true },
})
const handlers = {
  async me({ security }) { return { status: 200, body: security.bearerAuth.name } },
  async any({ security }) {
    return { status: 200, body: 'bearerAuth' in security ? security.bearerAuth.name : 'a machine' }
  },
} satisfies Handlers
export const served = serve(contract, { handlers, security })
`

const WRONG = `
export const wrong = serve(contract, { handlers, security: { ...security, bearerAuth: bearer(() => ({ age: 1 })) } })
export const handler: Handlers['me'] = ({ security }) => ({ status: 200, body: security.bearerAuth.age })
`

t.test('principals have the type that security handlers return, without a cast', async (t) => {
  const problems = (text: string) =>
    problemsOf(t, [...made(DOCUMENT).files, { name: 'use.ts', text }])
  t.same(await problems(USE), [])
  const [principal = '', member = '', ...others] = await problems(USE + WRONG)
  t.match(principal, /'SecurityHandler<User>'/, 'a security handler returns another principal')
  t.match(member, /Property 'age' does not exist on type 'User'/)
  t.same(others, [])
})
