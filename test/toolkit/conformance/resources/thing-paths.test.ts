import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { targetOf, valuesIn } from '#toolkit/conformance/resources/thing-paths.js'
import { contractOf } from '../helpers/documents.js'

t.test('the values of a path', async (t) => {
  const values = valuesIn('/zoos/{zoo}/pets/{pet}', '/zoos/west/pets/rex%20one?sort=name')
  t.same([...values.values()], ['west', 'rex one'])
  t.equal(valuesIn('/zoos', '/zoos').size, 0)
})

t.test('the path that leads to a thing, where all its values are known', async (t) => {
  const { operations } = contractOf('DELETE /zoos/{zoo}/pets/{pet} | {204: null}')
  const [remove] = operations as [Operation]
  const values = new Map<string, unknown>([['/zoos/{}', 'west']])
  t.equal(targetOf(remove, { values }), undefined)
  values.set('/zoos/{}/pets/{}', 'rex one')
  t.equal(targetOf(remove, { values }), '/zoos/west/pets/rex%20one')
})
