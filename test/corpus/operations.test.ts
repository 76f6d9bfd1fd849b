import { join } from 'node:path'
import t from 'tap'
import { operationsOf } from '../../scripts/corpus/operations.js'

const get = { get: {} }

/** Documents, some with others beside them, and the operations that they have. */
const cases: Record<
  string,
  readonly [document: object, want: string[], beside?: Record<string, string>]
> = {
  'no paths': [{ openapi: '3.1.0' }, []],
  'methods in the order of the specification, and nothing else of a path item': [
    { openapi: '3.0.3', paths: { '/a': { post: {}, get: {}, parameters: [], summary: 'x' } } },
    ['GET /a', 'POST /a'],
  ],
  'extensions of paths': [{ openapi: '3.0.3', paths: { '/a': get, 'x-b': get } }, ['GET /a']],
  'trace in 3.0': [{ openapi: '3.0.3', paths: { '/a': { trace: {} } } }, ['TRACE /a']],
  'no trace in 2.0': [{ swagger: '2.0', paths: { '/a': { trace: {}, head: {} } } }, ['HEAD /a']],
  'no query in 3.1': [{ openapi: '3.1.0', paths: { '/a': { query: {} } } }, []],
  'query and additional operations in 3.2': [
    { openapi: '3.2.0', paths: { '/a': { query: {}, additionalOperations: { COPY: {} } } } },
    ['QUERY /a', 'COPY /a'],
  ],
  'a path item by reference, twice, with members of its own': [
    {
      openapi: '3.1.0',
      paths: {
        '/a': { $ref: '#/components/pathItems/a~1%7Ba%7D' },
        '/b': { $ref: '#/paths/~1a', put: {} },
      },
      components: { pathItems: { 'a/{a}': get } },
    },
    ['GET /a', 'GET /b', 'PUT /b'],
  ],
  'a path item in another file, which refers on from there': [
    {
      openapi: '3.0.3',
      paths: { '/a': { $ref: 'more/items.yaml#/one' }, '/b': { $ref: 'no.json' } },
    },
    ['DELETE /a', 'PATCH /b'],
    {
      'more/items.yaml': 'one: { $ref: ../two.yaml }',
      'two.yaml': 'delete: {\n}',
      'no.json': '{"patch":{}}',
    },
  ],
}

for (const [what, [document, want, beside = {}]] of Object.entries(cases)) {
  t.test(what, async (t) => {
    const folder = t.testdir({ ...tree(beside), 'openapi.json': JSON.stringify(document) })
    t.same(operationsOf(join(folder, 'openapi.json')), want)
  })
}

t.test('a reference that leads back to itself is an error', async (t) => {
  const document = { openapi: '3.1.0', paths: { '/a': { $ref: '#/paths/~1a' } } }
  const folder = t.testdir({ 'a.json': JSON.stringify(document) })
  t.throws(() => operationsOf(join(folder, 'a.json')), /#\/paths\/~1a leads back to itself/)
})

/** `a/b` as a folder in a folder. */
function tree(files: Record<string, string>): Record<string, string | Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const [folder = '', inner] = name.split('/')
      return [folder, inner === undefined ? text : { [inner]: text }]
    }),
  )
}
