import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { TurnQueue } from '../../../src/server/workers/turn-queue.js'
import { TurnTaker } from '../../../src/server/workers/turn-taker.js'

/** A queue for workers with these names, and the orders that they get. */
function queue(...names: string[]) {
  const orders: string[] = []
  const workers = names.map((name) => ({
    send: (order: unknown) => orders.push(`${name} ${(order as { turn: string }).turn}`),
  }))
  return { turns: new TurnQueue(), workers, given: () => orders.splice(0) }
}

t.test('a worker keeps its turn until another one wants it', async (t) => {
  const { turns, workers, given } = queue('a', 'b', 'c')
  const [a, b, c] = workers as [(typeof workers)[0], (typeof workers)[0], (typeof workers)[0]]
  turns.want(a)
  t.same(given(), ['a begin'])
  turns.want(b)
  turns.want(c)
  t.same(given(), ['a end'], 'it is told once')
  turns.end(a)
  t.same(given(), ['b begin', 'b end'], 'since another one waits')
  turns.want(a)
  turns.end(b)
  turns.end(c)
  t.same(given(), ['c begin', 'c end', 'a begin'], 'in the order of their wishes')
  turns.end(a)
  turns.want(b)
  t.same(given(), ['b begin'])
})

t.test('a worker that has ended has no turn', async (t) => {
  const { turns, workers, given } = queue('a', 'b', 'c')
  for (const worker of workers) turns.want(worker)
  const [a, b] = workers
  if (b) turns.end(b)
  if (a) turns.end(a)
  t.same(given(), ['a begin', 'a end', 'c begin'])
})

/** What a worker tells. */
function taker() {
  const told: string[] = []
  const turns = new TurnTaker((turn) => told.push(turn))
  return { turns, told: () => told.splice(0) }
}

t.test('a turn lasts as long as nobody else wants one', async (t) => {
  const { turns, told } = taker()
  const first = turns.take()
  t.same(told(), ['want'])
  turns.order('begin')
  const end = await first
  end()
  const endAgain = await turns.take()
  t.same(told(), [], 'it has it still')
  turns.order('end')
  t.same(told(), [], 'the batch goes on')
  endAgain()
  t.same(told(), ['end'])
  turns.order('begin')
  turns.order('end')
  t.same(told(), ['end'], 'at once, when there is no batch')
})

t.test('a turn that others want already lasts for one batch', async (t) => {
  const { turns, told } = taker()
  const taken = turns.take()
  turns.order('begin')
  turns.order('end')
  t.same(told(), ['want'], 'both orders come in one step')
  const end = await taken
  t.same(told(), [])
  end()
  t.same(told(), ['end'])
  turns.order('end')
  t.same(told(), [], 'it has ended before')
  const next = turns.take()
  turns.order('begin')
  ;(await next)()
  t.same(told(), ['want'], 'nobody wants this one')
})

t.test('a worker does not wait for its turn for ever', async (t) => {
  const { turns, told } = taker()
  const end = await Promise.race([turns.take(), wait(5_000, () => t.fail('it waits'))])
  turns.order('begin')
  turns.order('end')
  t.same(told(), ['want'])
  end()
  t.same(told(), ['end'])
  ;(await turns.take())()
  t.same(told(), ['want'])
})
