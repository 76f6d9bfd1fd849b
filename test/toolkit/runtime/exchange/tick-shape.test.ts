import { createHook } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { keepTickShape } from '#toolkit/runtime/exchange/tick-shape.js'

t.test('one tick outlives full garbage collections, whoever asks for it', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const ticks: WeakRef<object>[] = []
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') ticks.push(new WeakRef(resource))
    },
  }).enable()
  for (let count = 0; count < 5; count++) keepTickShape()
  hook.disable()
  for (let count = 0; count < 3; count++) {
    await turn()
    collect()
  }
  t.equal(ticks.length, 5)
  t.equal(ticks.filter((tick) => tick.deref() !== undefined).length, 1)
})
