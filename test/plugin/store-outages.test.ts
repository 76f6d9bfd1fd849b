import t from 'tap'
import { storeFailed } from '../../src/errors.js'
import { onceAMinute } from '../../src/once-a-minute.js'
import { StoreError } from '../../src/store/store.js'

t.test('the log has each trouble of a store once, whatever the number of calls', async (t) => {
  const refusal = (reason: string) => {
    try {
      return storeFailed(new StoreError('UNAVAILABLE', reason))
    } catch (error) {
      return error
    }
  }
  t.match(refusal('gone'), { statusCode: 503, isFailure: true, cause: { message: 'gone' } })
  t.match(refusal('gone'), { statusCode: 503, isFailure: false })
  t.match(refusal('full'), { isFailure: true })
  t.match(refusal('gone'), { isFailure: false })
})

t.test('a message is new once a minute, and among no more than a hundred', async (t) => {
  let time = 0
  const isNew = onceAMinute(() => time)
  t.same([isNew('a'), isNew('a'), isNew('b')], [true, false, true])
  time = 60_000
  t.same([isNew('a'), isNew('a')], [true, false])
  for (let n = 0; n < 100; n++) isNew(`${n}`)
  t.equal(isNew('a'), true)
})
