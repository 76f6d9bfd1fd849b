// What the helpers of validators do beyond their verdicts, which are tested with the validators (../generator/validators).
import t from 'tap'
import { validation } from '#toolkit/validation/helpers.js'

const v = validation

t.test('a verdict is cached after many calls', async (t) => {
  let calls = 0
  const deep = (levels: number): object => (levels === 0 ? {} : { next: deep(levels - 1) })
  /** Asks for the verdict on what is below twice. */
  const check = (value: unknown): boolean => {
    calls++
    const { next } = value as { next?: object }
    return next === undefined || (v.memoizeVerdict(check, next) && v.memoizeVerdict(check, next))
  }
  const count = (levels: number) => {
    calls = 0
    t.equal(v.memoizeVerdict(check, deep(levels)), true)
    return calls
  }
  t.equal(count(5), 2 ** 6 - 1, 'ordinary values are not kept')
  t.ok(count(200) < 2_500, `${calls} calls`)
  t.equal(count(5), 2 ** 6 - 1, 'nothing is kept for the next value')
  for (const value of ['a', null, undefined]) {
    t.equal(
      v.memoizeVerdict((given) => given === value, value),
      true,
    )
  }
  t.throws(() =>
    v.memoizeVerdict(() => {
      throw new Error('fault')
    }, {}),
  )
  t.equal(count(5), 2 ** 6 - 1, 'after a fault too')
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
  for (const object of [{ a: 1 }, Object.assign(Object.create(null), { a: 1 })]) {
    t.equal(v.ownMembers(object), object, 'others are not copied')
  }
})
