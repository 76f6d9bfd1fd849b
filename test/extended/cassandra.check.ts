import t from 'tap'
import { openStore } from '../../src/store/open.js'
import { storeContract } from '../store-contract/suite.js'
import { startCluster } from './cassandra/cluster.js'
import { copyThereAndBack } from './cassandra/copied.js'
import { killUnderLoad } from './cassandra/killed.js'
import { addMethod, makeAtOnce, race } from './cassandra/stores.js'

t.test('a store in three nodes of Cassandra', async (t) => {
  const cluster = await startCluster(t)
  if (!cluster) return
  t.comment(`ready after ${cluster.seconds.map((each) => each.toFixed(1)).join(', ')} s`)
  await t.test('made by several stores at once', (t) => makeAtOnce(t, cluster))
  await t.test('the suite', async (t) => {
    const url = cluster.url('suite')
    await storeContract(t, {
      name: 'cassandra',
      create: async () => {
        await cluster.empty('suite')
        return openStore(url)
      },
      reopen: () => openStore(url),
    })
  })
  await t.test('a method that somebody adds', addMethod)
  await t.test('two plants race for one id on two coordinators', (t) => race(t, cluster))
  await t.test('npm run copy', (t) => copyThereAndBack(t, cluster))
  await t.test('kill -9 of a node under load', (t) => killUnderLoad(t, cluster))
})
