import t from 'tap'
import { sqlite } from '../../../src/store/sqlite.js'
import { storeContract } from '../../store-contract/suite.js'

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
