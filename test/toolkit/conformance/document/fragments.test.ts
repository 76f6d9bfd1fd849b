import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { documentOf, pathsOf } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

t.test('an operation that no request reaches is not tested, and the report says so', async (t) => {
  const paths = pathsOf(`
    GET /tags list | {204: null}
    GET /tags/{id} read | {204: null}
    GET /tags/{name} readByName | {204: null}
    DELETE /tags#all remove | {204: null}
    POST /#Target=Add add | {204: null}
  `)
  const document = documentOf(paths)
  const { app, asked } = stubApp(({ path, method }) =>
    method === 'GET' && path === '/tags' ? { status: 204 } : { status: 404 },
  )
  const { coverage, notes, violations } = await conform({
    document,
    target: app,
    ...UNHURRIED,
    depth: 'edges',
  })
  t.ok(asked.includes('GET /tags'))
  t.notOk(asked.some((each) => each.includes('#')))
  t.same(
    coverage.map(({ operation }) => operation),
    ['GET /tags', 'GET /tags/{id}'],
  )
  t.match(notes, [
    'GET /tags/{name} is not tested: another operation has its method and path.',
    'DELETE /tags#all is not tested: no client sends what is behind a #.',
    'POST /#Target=Add is not tested: no client sends what is behind a #.',
  ])
  t.notOk(violations.some(({ pointer }) => pointer.includes('#Target')))
})
