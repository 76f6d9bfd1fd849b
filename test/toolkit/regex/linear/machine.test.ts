import t from 'tap'
import { StepMemory } from '#toolkit/regex/linear/machine.js'

const set = (...waiting: number[]) => ({ isMatch: false, waiting, next: new Map() })

t.test('a step of one text is known for the next one, and equal sets are one', async (t) => {
  const memory = new StepMemory()
  const first = memory.remembered(memory.start, 7, set(1, 2))
  t.equal(memory.start.next.get(7), first)
  t.equal(memory.remembered(first, 7, set(1, 2)), first)
  t.not(memory.remembered(first, 8, set(1)), first)
})

t.test('the memory of a program has an end', async (t) => {
  const memory = new StepMemory()
  for (let key = 0; key < 3_000; key++) memory.remembered(memory.start, key, set(key))
  t.equal(memory.start.next.size, 2_000)
  t.equal(memory.remembered(memory.start, 2 ** 60, set(1)).next.size, 0)
})
