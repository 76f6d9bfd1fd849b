import t from 'tap'
import { sqlite } from '../../../src/store/sqlite.js'
import { storeContract } from '../../store-contract/suite.js'
import { plainThreads } from './plain-threads.js'

plainThreads(t)

const folder = t.testdir()
let file = ''
let count = 0
await storeContract(t, {
  name: 'sqlite',
  create: () => {
    count += 1
    file = `${folder}/${count}.db`
    return sqlite(file)
  },
  reopen: () => sqlite(file),
})
