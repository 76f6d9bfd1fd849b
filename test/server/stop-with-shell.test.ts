import { EventEmitter } from 'node:events'
import { mock } from 'node:test'
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

/** A clock that the test moves, by more than two intervals. */
function fakeClock(t: Test): () => void {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  return () => mock.timers.tick(600)
}

t.test('sends SIGTERM once, when the shell of npm start is gone', async (t) => {
  const twice = fakeClock(t)
  const { process, sent } = rig('start')
  twice()
  t.same(sent, [], 'while the shell is there')
  process.ppid = 1
  twice()
  t.same(sent, [[7, 'SIGTERM']])
})

t.test('sends nothing after another signal, or without npm start', async (t) => {
  const twice = fakeClock(t)
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
  twice()
  t.same([...signalled, ...others], [[], [], [], []])
})
