import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { conform } from '#toolkit/conformance/index.js'
import { parametersOf } from '#toolkit/conformance/requests/parts.js'
import { documentOf } from '../helpers/documents.js'
import { stubApp } from '../helpers/stub-app.js'

const parameter = (name: string, place: string) => ({
  name,
  ...{ in: place, required: true, schema: { type: 'string' } },
})
const paths = {
  '/credit': {
    get: {
      operationId: 'getCredit',
      parameters: [parameter('key', 'query'), parameter('x-user', 'header')],
      security: [{ byKey: [], byUser: [] }],
      responses: { 204: { description: 'Yes.' }, 401: { description: 'No.' } },
    },
  },
  '/open': {
    get: {
      operationId: 'getOpen',
      parameters: [parameter('key', 'query')],
      responses: { 204: { description: 'Yes.' }, 400: { description: 'No.' } },
    },
  },
}
const document = {
  ...documentOf(paths),
  components: {
    securitySchemes: {
      byKey: { type: 'apiKey', in: 'query', name: 'key' },
      byUser: { type: 'apiKey', in: 'header', name: 'X-User' },
    },
  },
}

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
  const limits = { time: 3600, requestTime: 600, late: 0, depth: 'edges' } as const
  const security = { byKey: 'one', byUser: 'two' }
  const { violations } = await conform({ document, target: app, security, ...limits })
  t.ok(asked.includes('GET /credit?key=one'))
  t.notOk(violations.some(({ check }) => check === 'valid-accepted'))
})

t.test('the key of an alternative that is a parameter is the given one, sent once', async (t) => {
  const key = (name: string) => ({ type: 'apiKey', in: 'query', name })
  const either = {
    ...document,
    paths: {
      '/either': {
        get: {
          operationId: 'either',
          parameters: [parameter('key', 'query'), parameter('token', 'query')],
          security: [{ byKey: [] }, { byToken: [] }],
          responses: { 204: { description: 'Yes.' }, 400: { description: 'No.' } },
        },
      },
    },
    components: { securitySchemes: { byKey: key('key'), byToken: key('token') } },
  }
  const { app, asked } = stubApp(({ query }) => {
    const keys = [query.getAll('key'), query.getAll('token')].join()
    return { status: keys === 'one,two' ? 204 : 400 }
  })
  const limits = { time: 3600, requestTime: 600, late: 0, depth: 'edges' } as const
  const security = { byKey: 'one', byToken: 'two' }
  const { violations } = await conform({ document: either, target: app, security, ...limits })
  t.ok(asked.some((each) => each.includes('key=one&token=two')))
  t.notOk(violations.some(({ check }) => check === 'valid-accepted'))
})
