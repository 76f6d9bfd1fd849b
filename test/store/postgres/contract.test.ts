import t from 'tap'
import { openStore } from '../../../src/store/open.js'
import { storeContract } from '../../store-contract/suite.js'
import { startPostgres } from './server.js'

const server = await startPostgres(t)
if (server) {
  let database = ''
  let count = 0
  await storeContract(t, {
    name: 'postgres',
    create: async () => {
      count += 1
      database = `plants_${count}`
      await server.query(`create database ${database}`)
      return openStore(server.url(database))
    },
    reopen: () => openStore(server.url(database)),
  })
}
