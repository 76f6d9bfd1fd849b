import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { targetOf } from '#toolkit/conformance/resources/thing-paths.js'
import { contractOf } from '../helpers/documents.js'

t.test('the path that leads to a thing, where all its values are known', async (t) => {
  const { operations } = contractOf('DELETE /zoos/{zoo}/pets/{pet} | {204: null}')
  const [remove] = operations as [Operation]
  const values = new Map<string, unknown>([['/zoos/{}', 'west']])
  t.equal(targetOf(remove, { values }), undefined)
  values.set('/zoos/{}/pets/{}', 'rex one')
  t.equal(targetOf(remove, { values }), '/zoos/west/pets/rex%20one')
})
