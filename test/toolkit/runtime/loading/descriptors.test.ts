import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { inTurn } from '#toolkit/runtime/loading/lazy.js'

t.test('imports run one after another, also after a failure', async (t) => {
  const log: string[] = []
  const load = (name: string) => async () => {
    log.push(`${name} begins`)
    await setImmediate()
    log.push(`${name} ends`)
    if (name === 'one') throw new Error('no such file')
    return name
  }
  const one = inTurn(load('one'))
  const two = inTurn(load('two'))
  await t.rejects(one, { message: 'no such file' })
  t.equal(await two, 'two')
  t.same(log, ['one begins', 'one ends', 'two begins', 'two ends'])
})

t.test('an import without descriptors is 503', async (t) => {
  const failed = inTurn(() => Promise.reject(new Error('EMFILE: too many open files, open a.js')))
  await t.rejects(failed, { statusCode: 503, isFailure: true, cause: { message: /^EMFILE/ } })
})
