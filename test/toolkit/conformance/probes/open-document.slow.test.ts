import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { findsNothing } from './open-document.js'

t.setTimeout(300_000)

for (const probe of [edgesOfBodies, randomBodies])
  t.test(`${probe.name} of a document that leaves much open`, (t) => findsNothing(t, probe))
