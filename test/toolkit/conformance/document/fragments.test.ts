import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { documentOf } from '../helpers/documents.js'
import { stubApp } from '../helpers/stub-app.js'

const operation = (operationId: string) => ({
  operationId,
  responses: { 204: { description: 'Done.' } },
})

const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

t.test('an operation that no request reaches is not tested, and the report says so', async (t) => {
  const paths = {
    '/tags': { get: operation('list') },
    '/tags/{id}': { parameters: [id('id')], get: operation('read') },
    '/tags/{name}': { parameters: [id('name')], get: operation('readByName') },
    '/tags#all': { delete: operation('remove') },
    '/#Target=Add': { post: operation('add') },
  }
  const document = documentOf(paths)
  const { app, asked } = stubApp(({ path, method }) =>
    method === 'GET' && path === '/tags' ? { status: 204 } : { status: 404 },
  )
  const limits = { time: 3600, requestTime: 600, late: 0, depth: 'edges' } as const
  const { coverage, notes, violations } = await conform({ document, target: app, ...limits })
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
