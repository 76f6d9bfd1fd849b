import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Turns } from '#toolkit/runtime/connections/turns.js'

/** As many of what was sent ahead may begin in one turn. */
const AHEAD = 8

/** Something that notes in which turn it goes on. */
function waiters(turns: Turns, count: number) {
  const gone: number[] = []
  let now = 0
  for (let at = 0; at < count; at++) turns.wait({ go: () => void gone.push(now) })
  const next = async () => {
    now++
    await turn()
  }
  return { gone, next }
}

t.test('there is a limit for requests beyond the first one of each connection', async (t) => {
  const turns = new Turns(2)
  t.equal(turns.hasRoom, true)
  turns.begin()
  t.equal(turns.hasRoom, true)
  turns.begin()
  t.equal(turns.hasRoom, false)
  turns.end()
  t.equal(turns.hasRoom, true)
  t.equal(new Turns(0).hasRoom, false)
})

t.test('a turn starts a limited number of pipelined requests', async (t) => {
  const turns = new Turns(100, () => 0)
  for (let count = 0; count < AHEAD; count++) {
    t.equal(turns.mayGoOn(true), true, `${count} have begun`)
    turns.begin()
  }
  t.equal(turns.mayGoOn(true), false)
  t.equal(turns.mayGoOn(false), true, 'a first one may')
  await turn()
  t.equal(turns.mayGoOn(true), true, 'and in the next turn others')
})

t.test('a turn ends in time', async (t) => {
  let now = 1000
  const turns = new Turns(100, () => now)
  t.equal(turns.mayGoOn(false), true)
  now += 9.9
  t.equal(turns.mayGoOn(false), true)
  now += 0.1
  t.equal(turns.mayGoOn(false), false)
  await turn()
  t.equal(turns.mayGoOn(false), true)
})

t.test('waiting connections continue in a later turn, once, in order', async (t) => {
  const turns = new Turns(100, () => 0)
  const order: string[] = []
  const [a, b] = ['a', 'b'].map((name) => ({ go: () => void order.push(name) }))
  for (const each of [a, b, a]) turns.wait(each as { go(): void })
  t.same(order, [], 'not at once')
  await turn()
  await turn()
  t.same(order, ['a', 'b'])
  turns.wait(a as { go(): void })
  await turn()
  await turn()
  t.same(order, ['a', 'b', 'a'])
})

t.test('many connections continue in few turns', async (t) => {
  const turns = new Turns(100, () => 0)
  const { gone, next } = waiters(turns, 200)
  while (gone.length < 200) await next()
  t.ok((gone.at(-1) as number) > 2, 'not all in one turn')
  t.equal(Math.max(...gone) < 200, true, 'several in one turn')
})
