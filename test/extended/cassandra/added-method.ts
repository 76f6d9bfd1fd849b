import type { Test } from 'tap'
import { each, methods, type QueryMethods } from '../../../src/store/cassandra/methods.js'
import { storeOf } from '../../../src/store/cassandra.js'
import { checkId, type PlantStore } from '../../../src/store/store.js'
import { clientOf } from './cluster.js'

/** A method in the words of the README. */
const own = {
  ...methods,
  remove: each(checkId, async (table, id) => {
    const statement = `delete from ${table.name} where id = ? if exists`
    return (await table.transact(statement, id))['[applied]'] === true
  }),
} as QueryMethods

/** A method that the contract does not have yet. */
export async function addMethod(t: Test): Promise<void> {
  const store = storeOf(own, clientOf(), { keyspace: 'added' }) as PlantStore & {
    remove(id: bigint): Promise<boolean>
  }
  t.teardown(() => store.close())
  await store.create({ id: 1n, name: 'fern' })
  const removed = await Promise.all([1, 2, 3].map(() => store.remove(1n)))
  t.same(removed.sort(), [false, false, true])
  t.equal(await store.get(1n), undefined)
  t.equal(await store.create({ id: 1n, name: 'moss' }), 'created')
}
