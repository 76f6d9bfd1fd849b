import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { OPEN, server } from './open-document.js'
import { probed } from './probed.js'

t.setTimeout(300_000)

for (const probe of [edgesOfBodies, randomBodies]) {
  t.test(`${probe.name} of a document that leaves much open`, async (t) => {
    const app = server()
    t.teardown(() => app.close())
    const { found, kit } = await probed(probe, OPEN, app)
    t.same(found, [])
    t.ok(kit.coverage.requests > 0)
  })
}
