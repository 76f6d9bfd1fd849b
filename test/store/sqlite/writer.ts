/**
 * A process that creates plants, 20 at a time, and prints the id and the outcome of each after its
 * promise resolved. Arguments: file, name of the plants, how many; it never closes the store. What a
 * killed process had not printed yet is not claimed, so that nothing depends on how it is printed.
 */
import { sqlite } from '../../../src/store/sqlite.js'

const [file = '', name = '', count = ''] = process.argv.slice(2)
const store = sqlite(file)
let next = 0n

async function write(): Promise<void> {
  while (next < BigInt(count)) {
    const id = next++
    const outcome = await store.create({ id, name })
    process.stdout.write(`${id} ${outcome}\n`)
  }
}

for (let n = 0; n < 20; n++) write()
