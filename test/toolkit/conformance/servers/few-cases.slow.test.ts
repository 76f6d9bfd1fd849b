import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import type { CatalogPoints } from './catalog/points.js'
import { Failure } from './kernel/failure.js'
import { probeServer } from './probe-server.js'
import { startPatched } from './start.js'

t.setTimeout(300_000)

t.test('where nothing is accepted, fewer cases are sent', async (t) => {
  const requests = async (patch?: (points: CatalogPoints) => void) => {
    const server = await startPatched('catalog', patch)
    const { kit } = await probeServer(t, [edgesOfBodies], 'catalog', server, ['createBook'])
    return kit.coverage.requests
  }
  const refusing = (p: CatalogPoints) => {
    p.checkSequel = () => {
      throw new Failure(422, 'It is refused.')
    }
  }
  const [all, few] = [await requests(), await requests(refusing)]
  t.ok(few > 50 && few < all / 2, `${few} of ${all}`)
})
