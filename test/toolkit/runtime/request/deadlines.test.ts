import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { Deadline, Deadlines } from '#toolkit/runtime/request/deadlines.js'

class TestDeadline extends Deadline {
  readonly onLate: () => void

  constructor(onLate: () => void) {
    super()
    this.onLate = onLate
  }
}

function added(deadlines: Deadlines, onLate: () => void): Deadline {
  const deadline = new TestDeadline(onLate)
  deadlines.add(deadline)
  return deadline
}

t.test('each call has its own end, with one timer for all', async (t) => {
  const deadlines = new Deadlines(100)
  const late: string[] = []
  const begun = performance.now()
  const ends: number[] = []
  const start = (name: string) =>
    added(deadlines, () => {
      late.push(name)
      ends.push(performance.now() - begun)
    })
  start('first')
  const inTime = start('in time')
  await wait(60)
  start('second')
  deadlines.delete(inTime)
  while (late.length < 2) await wait(10)
  t.same(late, ['first', 'second'])
  const [first = 0, second = 0] = ends
  t.ok(first >= 99 && second >= 158, `${first} and ${second} ms`)
})

t.test('the next call after a pause has an end too', async (t) => {
  const deadlines = new Deadlines(30)
  const isLate = () => new Promise((resolve) => added(deadlines, () => resolve('late')))
  deadlines.delete(added(deadlines, () => t.fail('it has ended')))
  t.equal(await isLate(), 'late')
  t.equal(await isLate(), 'late')
})
