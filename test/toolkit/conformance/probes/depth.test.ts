import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { probesOf } from '#toolkit/conformance/probes/probes.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'

t.test('a run goes as far as it should', async (t) => {
  const has = (depth: 'examples' | 'edges' | 'random') =>
    [validRequests, edgesOfBodies, randomBodies].map((each) => probesOf(depth).includes(each))
  t.same(has('examples'), [true, false, false])
  t.same(has('edges'), [true, true, false])
  t.same(has('random'), [true, true, true])
})
