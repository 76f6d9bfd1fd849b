import t from 'tap'
import { made } from '../../helpers/made.js'
import { ringOf } from './circles.js'

t.setTimeout(300_000)

t.test('a long ring of members, elements and int64s is read to its end', async (t) => {
  const size = 1500
  t.equal(made(ringOf(size)).model.schemas.length, 2 * size)
})
