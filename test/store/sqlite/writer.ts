/**
 * A process that creates plants, 20 at a time, and prints the id and the outcome of each after its
 * promise resolved. Arguments: file, name of the plants, how many; it never closes the store.
 */
import { writeSync } from 'node:fs'
import { sqlite } from '../../../src/store/sqlite.js'

const [file = '', name = '', count = ''] = process.argv.slice(2)
const store = sqlite(file)
let next = 0n

async function write(): Promise<void> {
  while (next < BigInt(count)) {
    const id = next++
    const outcome = await store.create({ id, name })
    writeSync(1, `${id} ${outcome}\n`)
  }
}

for (let n = 0; n < 20; n++) write()
