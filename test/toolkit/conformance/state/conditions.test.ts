import t from 'tap'
import { staleChangeIsRefused } from '#toolkit/conformance/probes/state/conditions.js'
import { type Fault, played } from './small-world.js'

const run = (fault: Fault) => played({ only: 'create read replace' }, fault, [staleChangeIsRefused])

t.test(
  'a change that is forbidden for each version may have another status than 412',
  async (t) => {
    const forbidding: Fault = ({ method }) =>
      method === 'PUT' ? { status: 403, body: {} } : undefined
    const { told, world } = await run(forbidding)
    t.same(told, [])
    t.match(
      world.asks('PUT').map(({ headers }) => headers['if-match']),
      ['"kit-of-another-version"', /^"\d+-1"$/],
    )
  },
)

t.test('a change that is refused for another version only has 412', async (t) => {
  const conflicting: Fault = (_, correct) => {
    const reply = correct()
    return reply.status === 412 ? { status: 409, body: {} } : reply
  }
  t.match((await run(conflicting)).told, [
    /^if-match: status 412 for If-Match with another ETag than "\d+-1" \| status 409$/,
  ])
})
