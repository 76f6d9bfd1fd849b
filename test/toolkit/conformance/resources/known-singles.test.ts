import t from 'tap'
import { AppTarget } from '#toolkit/conformance/target/app-target.js'
import { pathsOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'
import { worldOf } from '../state/small-world.js'

t.test('a single of a thing is set again after it or the thing was removed', async (t) => {
  const paths = pathsOf(`
    GET /things/{id}/photo | {200: null}
    PUT /things/{id}/photo | {204: null}
    DELETE /things/{id}/photo | {204: null}
  `)
  const { contract, world } = worldOf({ paths }, ({ path }) =>
    path.endsWith('/photo') ? { status: 204 } : undefined,
  )
  const kit = kitFor(contract, new AppTarget(world.app))
  await kit.prepare()
  const [{ path = '' } = {}] = world.asks('PUT')
  for (const [removed, times] of [
    [path.replace(/\d+/, '7'), 1],
    [path, 2],
    [path.replace('/photo', ''), 3],
  ] as const) {
    await kit.peek({ method: 'DELETE', target: removed, headers: [] })
    await kit.refresh()
    await kit.refresh()
    t.equal(world.asks('PUT').length, times, removed)
  }
})
