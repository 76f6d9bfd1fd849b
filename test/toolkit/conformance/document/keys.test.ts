import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { conform } from '#toolkit/conformance/index.js'
import { parametersOf } from '#toolkit/conformance/requests/parts.js'
import { documentOf, pathsOf } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const LIMITS = { ...UNHURRIED, depth: 'edges' } as const
const key = (place: string, name: string) => ({ type: 'apiKey', in: place, name })
const document = documentOf(
  pathsOf(`
    GET /credit getCredit | {query: {key!: {type: string}}, header: {x-user!: {type: string}}, security: [{byKey: [], byUser: []}], 204: null, 401: null}
    GET /open getOpen | {query: {key!: {type: string}}, 204: null, 400: null}
  `),
  {
    components: {
      securitySchemes: { byKey: key('query', 'key'), byUser: key('header', 'X-User') },
    },
  },
)

t.test('a parameter that is the credential of its operation is no parameter', async (t) => {
  const [own, open] = new TestedContract(document).operations
  t.same(own && parametersOf(own), [])
  t.equal(open && parametersOf(open).length, 1)
})

t.test('a key that is also documented as a parameter is sent once', async (t) => {
  const { app, asked } = stubApp(({ path, query, headers }) => {
    if (path === '/open') return { status: query.has('key') ? 204 : 400 }
    const isRight = query.getAll('key').join() === 'one' && headers['x-user'] === 'two'
    return { status: isRight ? 204 : 401 }
  })
  const security = { byKey: 'one', byUser: 'two' }
  const { violations } = await conform({ document, target: app, security, ...LIMITS })
  t.ok(asked.includes('GET /credit?key=one'))
  t.notOk(violations.some(({ check }) => check === 'valid-accepted'))
})

t.test('the key of an alternative that is a parameter is the given one, sent once', async (t) => {
  const document = documentOf(
    pathsOf(
      'GET /either | {query: {key!: {type: string}, token!: {type: string}}, security: [{byKey: []}, {byToken: []}], 204: null, 400: null}',
    ),
    {
      components: {
        securitySchemes: { byKey: key('query', 'key'), byToken: key('query', 'token') },
      },
    },
  )
  const { app, asked } = stubApp(({ query }) => {
    const keys = [query.getAll('key'), query.getAll('token')].join()
    return { status: keys === 'one,two' ? 204 : 400 }
  })
  const security = { byKey: 'one', byToken: 'two' }
  const { violations } = await conform({ document, target: app, security, ...LIMITS })
  t.ok(asked.some((each) => each.includes('key=one&token=two')))
  t.notOk(violations.some(({ check }) => check === 'valid-accepted'))
})
