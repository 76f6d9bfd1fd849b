import { EventEmitter } from 'node:events'
import t from 'tap'
import { type StopActions, stopOnSignals } from '../../src/server/signals.js'
import { rowsOf } from '../helpers/rows.js'

/** A process that records calls, and a clock that does not move. */
function rig(stop: StopActions['stop'] = () => new Promise(() => {})) {
  const seen: unknown[] = []
  const clock = { time: 1000 }
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => seen.push(code) })
  stopOnSignals(process, {
    stop: (signal) => {
      seen.push(signal)
      return stop(signal)
    },
    fail: (error, origin) => seen.push(error, origin),
    now: () => clock.time,
  })
  const send = (signal: NodeJS.Signals) => process.emit(signal, signal)
  return { process, send, seen, clock }
}

const error = new Error('hook failed')
const ends: [what: string, stop: StopActions['stop'], seen: unknown[]][] = [
  ['0 when it has stopped', async () => true, [0]],
  ['1 when something was cut off', async () => false, [1]],
  ['1 and a record when stopping fails', () => Promise.reject(error), [error, 'stop', 1]],
]

for (const [what, stop, expected] of ends) {
  t.test(`the first signal stops, and the process exits with ${what}`, async (t) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { send, seen } = rig(stop)
      send(signal)
      await new Promise((resolve) => setImmediate(resolve))
      t.same(seen, [signal, ...expected])
    }
  })
}

/** Signals, or how much later the next one comes, and what is done then: the stop, and the exit. */
const AGAIN = `
  a second, other signal ends the process at once | SIGTERM SIGINT | SIGTERM 130
  the same signal again is one that npm passes on, since one key press has sent both | SIGTERM SIGTERM 500 SIGTERM | SIGTERM
  the same signal ends the process when it comes later | SIGTERM 501 SIGTERM | SIGTERM 143
`

for (const [what = '', signals = '', wanted] of rowsOf(AGAIN)) {
  t.test(what, async (t) => {
    const { send, seen, clock } = rig()
    for (const each of signals.split(' ')) {
      if (Number(each)) clock.time += Number(each)
      else send(each as NodeJS.Signals)
    }
    t.equal(seen.join(' '), wanted)
  })
}

t.test('a failure that cannot be recorded ends it, too', async (t) => {
  const process = new EventEmitter() as EventEmitter & { exit(code: number): void }
  const codes: number[] = []
  process.exit = (code) => codes.push(code)
  const fail = () => {
    throw new Error('nobody reads the log')
  }
  stopOnSignals(process, { stop: async () => true, fail })
  t.throws(() => process.emit('uncaughtException', new Error('bug'), 'uncaughtException'))
  t.same(codes, [1])
})
