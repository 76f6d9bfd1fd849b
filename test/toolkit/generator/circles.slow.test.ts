import t from 'tap'
import { generated, ringOf } from './circles.js'

t.setTimeout(300_000)

t.test('a long ring of members, elements and int64s is read to its end', async (t) => {
  const size = 1500
  t.equal(generated(ringOf(size)).model.schemas.length, 2 * size)
})
