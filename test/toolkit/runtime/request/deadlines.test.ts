import t, { type Test } from 'tap'
import { type Deadline, Deadlines } from '#toolkit/runtime/request/deadlines.js'

function added(deadlines: Deadlines, late: () => unknown): Deadline {
  const deadline = { late: () => void late() }
  deadlines.add(deadline)
  return deadline
}

/** A clock that a test moves, with the timers that were set. */
function movedClock(t: Test) {
  const timers: { end: number; isHeld: boolean }[] = []
  let now = 0
  let due: (() => void) | undefined
  const start = (act: () => void, time: number) => {
    const timer = { end: now + time, isHeld: true }
    timers.push(timer)
    due = act
    const hold = (isHeld: boolean) => Object.assign(timer, { isHeld })
    return { ref: () => hold(true), unref: () => hold(false) }
  }
  t.intercept(performance, 'now', { value: () => now })
  t.intercept(globalThis, 'setTimeout', { value: start })
  const pass = (time: number) => {
    now += time
    if ((timers.at(-1)?.end ?? Infinity) > now) return
    const act = due
    due = undefined
    act?.()
  }
  return { timers, pass }
}

t.test('each call has its own end, with one timer for all', async (t) => {
  const { timers, pass } = movedClock(t)
  const deadlines = new Deadlines(100)
  const late: string[] = []
  const start = (name: string) => added(deadlines, () => late.push(name))
  start('first')
  const inTime = start('in time')
  pass(60)
  start('second')
  deadlines.delete(inTime)
  t.equal(timers.length, 1)
  pass(39)
  t.same(late, [])
  pass(1)
  t.same(late, ['first'])
  pass(59)
  t.same(late, ['first'])
  pass(1)
  t.same(late, ['first', 'second'])
  t.same(
    timers.map(({ end }) => end),
    [100, 160],
  )
})

t.test('the next call after a pause has an end too', async (t) => {
  const { timers, pass } = movedClock(t)
  const deadlines = new Deadlines(30)
  const late: string[] = []
  deadlines.delete(added(deadlines, () => late.push('it has ended')))
  t.equal(timers[0]?.isHeld, false, 'nothing to wait for')
  added(deadlines, () => late.push('one'))
  t.equal(timers[0]?.isHeld, true)
  pass(30)
  added(deadlines, () => late.push('another'))
  pass(30)
  t.same(late, ['one', 'another'])
  t.equal(timers.length, 2)
})
