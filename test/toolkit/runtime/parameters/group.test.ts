import t from 'tap'
import type { Violation } from '#toolkit/runtime/errors/violations.js'
import { PreparedGroup } from '#toolkit/runtime/parameters/parameter-group.js'

t.test('an unexplained refusal stays a violation', async (t) => {
  const group = new PreparedGroup({ schema: 'Q', validate: () => false, parameters: [] }, 'query')
  const findings: Violation[] = []
  const explain = () => [
    { instancePath: '', schemaPath: 'Q#', keyword: 'schema', params: {}, message: 'is not valid' },
  ]
  group.read(() => undefined, explain, findings)
  t.same(findings, [{ place: 'query', pointer: '', keyword: 'schema', message: 'is not valid' }])
})
