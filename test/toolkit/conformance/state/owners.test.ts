import t from 'tap'
import { othersAreKeptOut } from '#toolkit/conformance/probes/state/owners.js'
import { played, type Shape } from './small-world.js'

const others = [{ scheme: 'bearer', token: 'second', isForeign: true }]

/** A world in which anybody gets the things of others. */
const open = (shape: Shape, owners: boolean) =>
  played(shape, undefined, [othersAreKeptOut], { others, owners })

t.test('what another user gets is a violation where the document has a refusal', async (t) => {
  const { told, notes } = await open({}, true)
  t.match(told[0], /^owner: status 403 or 404 for another user \| status 200/)
  t.same(notes, [])
})

t.test('what another user gets is noted where nothing says that it is refused', async (t) => {
  for (const [shape, owners] of [
    [{ statuses: [400] }, true],
    [{}, false],
  ] as const) {
    const { told, notes } = await open(shape, owners)
    t.notOk(told.some((each) => each.startsWith('owner: status')))
    t.match(
      notes[0],
      /^GET \/things\/\{id\}: another user than the one who made it gets status 200/,
    )
  }
})
