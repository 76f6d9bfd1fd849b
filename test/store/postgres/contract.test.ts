import t from 'tap'
import { openStore } from '../../../src/store/open.js'
import { storeContract } from '../../store-contract/suite.js'
import { startPostgres } from './server.js'

const server = await startPostgres(t)
if (server) {
  await storeContract(t, {
    name: 'postgres',
    create: async () => {
      await server.query('drop table if exists plants')
      return openStore(server.url())
    },
    reopen: () => openStore(server.url()),
  })
}
