import { EventEmitter } from 'node:events'
import { stopWithNpm } from 'fastify-contract'
import t, { type Test } from 'tap'
import { stopSignal } from '#toolkit/cli/process/own-process.js'

/** A process that npm has started, the signals that it sends itself, and its checks, which are made by hand. */
function rig(t: Test, script: string | undefined) {
  const sent: unknown[] = []
  const checks = new Set<() => void>()
  const setInterval = (check: () => void) => {
    checks.add(check)
    return { check, unref() {} }
  }
  const clearInterval = ({ check }: { check(): void }) => checks.delete(check)
  t.intercept(globalThis, 'setInterval', { value: setInterval })
  t.intercept(globalThis, 'clearInterval', { value: clearInterval })
  const process = Object.assign(new EventEmitter(), {
    ...{ env: { npm_lifecycle_event: script }, pid: 7, ppid: 5 },
    kill: (pid: number, signal: string) => {
      sent.push([pid, signal])
      process.emit(signal, signal)
    },
  })
  const check = () => {
    for (const each of checks) each()
  }
  return { process, sent, checks, check }
}

for (const script of ['start', 'start:prod', 'dev', 'mock', 'npx', 'preview', 'postgres']) {
  t.test(`a process sends itself SIGTERM once, when the shell of ${script} is gone`, async (t) => {
    const { process, sent, checks, check } = rig(t, script)
    stopWithNpm(process)
    check()
    t.same(sent, [], 'while the shell is there')
    process.ppid = 1
    check()
    t.same(sent, [[7, 'SIGTERM']])
    t.equal(checks.size, 0)
  })
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`after ${signal} it sends itself none`, async (t) => {
    const { process, checks } = rig(t, 'start')
    stopWithNpm(process)
    t.equal(checks.size, 1)
    process.emit(signal)
    t.equal(checks.size, 0)
  })
}

for (const script of [undefined, 'prestart', 'pretest', 'posttest', 'prepare']) {
  t.test(`the parent of a process may end: ${script ?? 'without npm'}`, async (t) => {
    const { process, checks } = rig(t, script)
    stopWithNpm(process)
    t.equal(checks.size, 0)
  })
}

t.test('a command that goes on until a signal ends with npm, too', async (t) => {
  const { process, check } = rig(t, 'dev')
  const signal = stopSignal(process)
  check()
  t.equal(signal.aborted, false)
  process.ppid = 1
  check()
  t.match(signal, { aborted: true, reason: 'SIGTERM' })
})
