import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { codeFolder, typeCheck, writeFiles } from '../../helpers/tsc.js'

const DOCUMENT = `
openapi: 3.1.0
info: { title: Users, version: '1' }
paths:
  /me: { get: { operationId: me, security: [{ bearerAuth: [] }], responses: { '200': { description: D., content: { text/plain: { schema: { type: string } } } } } } }
  /any: { get: { operationId: any, security: [{ bearerAuth: [] }, { key: [] }], responses: { '200': { description: D., content: { text/plain: { schema: { type: string } } } } } } }
components:
  securitySchemes: { bearerAuth: { type: http, scheme: bearer }, key: { type: apiKey, in: header, name: x-key } }
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
  const { files } = generateFrom(parse('a.yaml', DOCUMENT))
  const code = files.filter(({ name }) => name.endsWith('.ts'))
  const problemsOf = async (text: string) => {
    const folder = codeFolder(t)
    await writeFiles(folder, [...code, { name: 'use.ts', text }])
    return typeCheck(folder)
  }
  t.same(await problemsOf(USE), [])
  const [principal = '', member = '', ...others] = await problemsOf(USE + WRONG)
  t.match(principal, /'SecurityHandler<User>'/, 'a security handler returns another principal')
  t.match(member, /Property 'age' does not exist on type 'User'/)
  t.same(others, [])
})
