// What the helpers of validators do beyond their verdicts, which are tested with the validators (../generator/validators).
import t from 'tap'
import { validation } from '#toolkit/validation/helpers.js'

const v = validation

t.test('after a fault no verdict is known of the next values', async (t) => {
  const fail = () => {
    throw new Error('fault')
  }
  t.throws(() => v.memoizeVerdict(fail, {}))
  let calls = 0
  const value = {}
  const count = () => ++calls > 0
  for (let n = 0; n < 2_000; n++) v.memoizeVerdict(count, value)
  t.equal(calls, 2_000)
})

t.test('ownMembers: what an instance inherits is no member', async (t) => {
  class Named {
    own = 1
    get name() {
      return 'inherited'
    }
  }
  const instance = { ...new Named() }
  const copy = v.ownMembers(new Named() as never)
  t.strictSame(copy, instance)
  t.notOk('name' in copy)
  for (const object of [{ a: 1 }, Object.assign(Object.create(null), { a: 1 })])
    t.equal(v.ownMembers(object), object, 'others are not copied')
})
