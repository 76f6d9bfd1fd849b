import t from 'tap'
import { openStore } from '../../../src/store/open.js'
import { storeContract } from '../../store-contract/suite.js'
import { startPostgres } from './server.js'

const server = await startPostgres(t)
if (server) {
  let isMade = false
  await storeContract(t, {
    name: 'postgres',
    create: async () => {
      // To make a table takes longer than to empty it.
      if (isMade) await server.query('delete from plants')
      isMade = true
      const store = openStore(server.url())
      await store.ready()
      return store
    },
    reopen: () => openStore(server.url()),
  })
}
