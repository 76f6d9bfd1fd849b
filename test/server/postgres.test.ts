import t from 'tap'
import { emptyDatabase } from '../store/postgres/server.js'
import { linesOf } from './helpers.js'
import { create } from './process.js'
import { launchWorkers } from './workers/helpers.js'

const fern = { id: 1, name: 'fern' }

t.test('two processes over PostgreSQL, which stops and comes back', async (t) => {
  const database = await emptyDatabase(t, 'restarts')
  if (!database) return
  const { server: postgres, url: STORE_URL } = database
  const server = await launchWorkers(t, { STORE_URL, HANDLER_TIMEOUT: '5000' })
  const both = (plant: object) => Promise.all([create(server, plant), create(server, plant)])
  t.match(await both(fern), [
    [200, { name: 'fern' }],
    [200, { name: 'fern' }],
  ])
  await postgres.stop()
  const refused = { error: 50300, message: 'The server cannot answer now; try again later.' }
  t.match(await both(fern), [
    [503, refused],
    [503, refused],
  ])
  await postgres.start()
  const again = async () => (await create(server, { id: 2, name: 'moss' }))[0]
  while ((await again()) !== 200);
  t.match(await create(server, { id: 1, name: 'moss' }), [409])
  const { code, stdout } = await server.end()
  t.equal(code, 0)
  t.notMatch(JSON.stringify(linesOf(stdout)), /"level":60/)
})
