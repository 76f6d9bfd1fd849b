import t from 'tap'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { conform } from '#toolkit/conformance/index.js'
import { documentOf, pathsOf } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'
import { listing } from '../state/faults.js'
import { CHOSEN, worldOf } from '../state/small-world.js'

const DOCUMENT = documentOf(
  pathsOf(`
    GET /plants listPlants | {tags: [plants], 204: null, 404: null}
    DELETE /plants removePlants | {tags: [], 204: null, 404: null}
    GET /trees listTrees | {tags: [trees], 204: null, 404: null}
  `),
)

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
  t.same(
    report.coverage.map((each) => each.operation),
    ['GET /trees'],
  )
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
