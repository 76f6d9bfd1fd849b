import t from 'tap'
import {
  onlyNewIsMade,
  staleChangeIsRefused,
} from '#toolkit/conformance/probes/state/conditions.js'
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

t.test('If-None-Match: * replaces nothing', async (t) => {
  const headers = [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }]
  const shape = { only: 'read replace', headers }
  const told = async (fault?: Fault) => (await played(shape, fault, [onlyNewIsMade])).told
  const heeding: Fault = ({ method, headers }, correct, world) =>
    method === 'PUT' && headers['if-none-match'] === '*' && world.things.size > 0
      ? { status: 412, body: {} }
      : correct()
  t.same(await told(heeding), [])
  const ignoring: Fault = ({ method, path, body }, correct, world) =>
    method === 'PUT' ? world.keep(path.split('/')[2] as string, body) : correct()
  t.match(await told(ignoring), [
    /^if-none-match: status 412 for If-None-Match: \* .*\| status 200$/,
  ])
})
