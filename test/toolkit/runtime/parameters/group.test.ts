import type { Violation } from 'fastify-contract'
import t from 'tap'
import { planGroup, readGroup } from '#toolkit/runtime/parameters/group.js'

t.test('what breaks a schema in a way that nobody can tell stays refused', async (t) => {
  const group = planGroup({ schema: 'Q', validate: () => false, parameters: [] }, 'query')
  const violations: Violation[] = []
  const explain = () => [
    { instancePath: '', schemaPath: 'Q#', keyword: 'schema', params: {}, message: 'is not valid' },
  ]
  readGroup(group, () => undefined, explain, violations)
  t.same(violations, [{ place: 'query', pointer: '', keyword: 'schema', message: 'is not valid' }])
})
