import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { stopWithShell } from '../../src/server/signals.js'

/** A process that npm has started, and the signals that it sends itself. */
function rig(script: string | undefined) {
  const sent: unknown[] = []
  const process = Object.assign(new EventEmitter(), {
    ...{ env: { npm_lifecycle_event: script }, pid: 7, ppid: 5 },
    kill: (...signal: unknown[]) => sent.push(signal),
  })
  stopWithShell(process)
  return { process, sent }
}

/** Makes intervals short. */
function hurry(t: Test): void {
  const { setInterval } = globalThis
  t.intercept(globalThis, 'setInterval', { value: (look: () => void) => setInterval(look, 1) })
}

/** Longer than two intervals. */
const twice = () => wait(50)

t.test('sends SIGTERM once, when the shell of npm start is gone', async (t) => {
  hurry(t)
  const { process, sent } = rig('start')
  await twice()
  t.same(sent, [], 'while the shell is there')
  process.ppid = 1
  while (sent.length === 0) await twice()
  await twice()
  t.same(sent, [[7, 'SIGTERM']])
})

t.test('sends nothing after another signal, or without npm start', async (t) => {
  hurry(t)
  const signalled = (['SIGTERM', 'SIGINT'] as const).map((signal) => {
    const { process, sent } = rig('start')
    process.emit(signal)
    process.ppid = 1
    return sent
  })
  const others = [undefined, 'dev'].map((script) => {
    const { process, sent } = rig(script)
    process.ppid = 1
    return sent
  })
  await twice()
  t.same([...signalled, ...others], [[], [], [], []])
})
