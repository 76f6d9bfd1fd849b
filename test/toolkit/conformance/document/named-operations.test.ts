import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { conform } from '#toolkit/conformance/index.js'
import { parametersOf } from '#toolkit/conformance/requests/parts.js'
import { documentOf } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'
import { listing } from '../state/faults.js'
import { CHOSEN, worldOf } from '../state/small-world.js'

const DOCUMENT = documentOf(`
  GET /plants listPlants | {tags: [plants], 204: null, 404: null}
  DELETE /plants removePlants | {tags: [], 204: null, 404: null}
  GET /trees listTrees | {tags: [trees], 204: null, 404: null}
`)

const tested = (...operations: string[]) =>
  new TestedContract(DOCUMENT, { operations }).tested.map(({ operationId }) => operationId)

t.test('operations are named by operationId, method and path, or a tag', async (t) => {
  t.same(tested('listTrees'), ['listTrees'])
  t.same(tested('GET /plants'), ['listPlants'])
  t.same(tested('get  /plants'), ['listPlants'])
  t.same(tested('trees', 'removePlants'), ['removePlants', 'listTrees'])
  t.equal(new TestedContract(DOCUMENT).tested.length, 3)
})

t.test('a name that no operation has is an error, with the names that there are', async (t) => {
  const told = (name: string) => {
    try {
      return tested('listTrees', name).join()
    } catch (error) {
      return (error as Error).message
    }
  }
  const names = 'there are listPlants, removePlants, listTrees; the tags plants, trees'
  t.equal(
    told('listplant'),
    `operations: no operation is "listplant"; did you mean listPlants? ${names}`,
  )
  t.match(told('GET /plant'), /; did you mean GET \/plants\? /)
  t.match(told('POST /plants'), /no operation is "POST \/plants"; there are/)
  t.equal(told('unlike all'), `operations: no operation is "unlike all"; ${names}`)
  const { app } = stubApp(() => ({ status: 204 }))
  const forbidden = ['DELETE /plant']
  await t.rejects(conform({ document: DOCUMENT, target: app, forbidden }), {
    message: /^forbidden: no operation is "DELETE \/plant"; did you mean DELETE \/plants\? /,
  })
})

t.test('only what is named is tested', async (t) => {
  const { app, asked } = stubApp(({ path }) => ({ status: path === '/trees' ? 204 : 500 }))
  const common = { document: DOCUMENT, target: app, ...UNHURRIED }
  const report = await conform({ ...common, operations: ['trees'], depth: 'examples' })
  const found = report.coverage.map((each) => each.operation)
  t.same(found, ['GET /trees'])
  t.ok(asked.includes('GET /trees'))
  t.notOk(asked.some((each) => each.startsWith('DELETE /plants')))
  t.notOk(report.violations.some(({ operationId }) => operationId === 'listPlants'))
})

t.test('what an operation does with things is tested, whichever of theirs it is', async (t) => {
  const another = listing(() => [{ id: 'another' }])
  const { document, world } = worldOf({ asks: CHOSEN, only: 'create list remove' }, another)
  const common = { document, target: world.app, ...UNHURRIED, depth: 'edges' } as const
  for (const name of ['create', 'list', 'remove']) {
    const { violations } = await conform({ ...common, operations: [name] })
    const isFound = violations.some(({ check }) => check === 'created-listed')
    t.equal(isFound, name === 'list', name)
  }
})

const LIMITS = { ...UNHURRIED, depth: 'edges' } as const
const document = documentOf(`
  GET /credit getCredit | {query: {key!: {type: string}}, header: {x-user!: {type: string}}, security: [{byKey: [], byUser: []}], 204: null, 401: null}
  GET /open getOpen | {query: {key!: {type: string}}, 204: null, 400: null}
  securitySchemes | {byKey: {type: apiKey, in: query, name: key}, byUser: {type: apiKey, in: header, name: X-User}}
`)

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
  const document = documentOf(`
    GET /either | {query: {key!: {type: string}, token!: {type: string}}, security: [{byKey: []}, {byToken: []}], 204: null, 400: null}
    securitySchemes | {byKey: {type: apiKey, in: query, name: key}, byToken: {type: apiKey, in: query, name: token}}
  `)
  const { app, asked } = stubApp(({ query }) => {
    const keys = [query.getAll('key'), query.getAll('token')].join()
    return { status: keys === 'one,two' ? 204 : 400 }
  })
  const security = { byKey: 'one', byToken: 'two' }
  const { violations } = await conform({ document, target: app, security, ...LIMITS })
  t.ok(asked.some((each) => each.includes('key=one&token=two')))
  t.notOk(violations.some(({ check }) => check === 'valid-accepted'))
})

t.test('an operation that no request reaches is not tested, and the report says so', async (t) => {
  const document = documentOf(`
    GET /tags list | {204: null}
    GET /tags/{id} read | {204: null}
    GET /tags/{name} readByName | {204: null}
    DELETE /tags#all remove | {204: null}
    POST /#Target=Add add | {204: null}
  `)
  const { app, asked } = stubApp(({ path, method }) =>
    method === 'GET' && path === '/tags' ? { status: 204 } : { status: 404 },
  )
  const { coverage, notes, violations } = await conform({
    ...{ document, target: app, ...UNHURRIED, depth: 'edges' },
  })
  t.ok(asked.includes('GET /tags'))
  t.notOk(asked.some((each) => each.includes('#')))
  const found = coverage.map(({ operation }) => operation)
  t.same(found, ['GET /tags', 'GET /tags/{id}'])
  t.match(notes, [
    'GET /tags/{name} is not tested: another operation has its method and path.',
    'DELETE /tags#all is not tested: no client sends what is behind a #.',
    'POST /#Target=Add is not tested: no client sends what is behind a #.',
  ])
  t.notOk(violations.some(({ pointer }) => pointer.includes('#Target')))
})
