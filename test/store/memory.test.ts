import t from 'tap'
import { memory } from '../../src/store/memory.js'
import { storeContract } from '../store-contract/suite.js'

await storeContract(t, { name: 'memory', create: memory })
