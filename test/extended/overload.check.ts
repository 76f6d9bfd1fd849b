/**
 * Ten times the load that the server can carry: what it accepts takes hardly longer than before, memory is flat,
 * and the rest is refused with 503 and `Retry-After`. What the server can carry is bounded by a disk whose syncs
 * take long, so that there are processors left for a client that sends ten times as much.
 */

import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { token } from '../server/helpers.js'
import { launch } from '../server/process.js'
import { load, type Outcome, quantile } from './load/load.js'
import { memoryOf } from './load/memory-of.js'
import { syncsLibrary } from './syncs-library.js'

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 10)

const TIMES = 10

/** Clients of the load that the server can carry; it works on as many requests at once. */
const CLIENTS = 32

/** Connections of the overload: together with the others hardly fewer than the server allows. */
const OVER = 900

/** Factor by which the slowest in a hundred may become slower, and memory larger. */
const SLOWER = 10
const LARGER = 1.5

const env = { BEARER_TOKENS: token, LOG_LEVEL: 'fatal' }

t.test('ten times as many requests a second as a slow disk allows', async (t) => {
  const library = await syncsLibrary(t)
  if (library === undefined) return
  const slow = { LD_PRELOAD: library, SYNC_MILLISECONDS: '50', MAX_REQUESTS: String(CLIENTS) }
  const given = { ...env, ...slow, STORE_URL: 'sqlite:plants.db' }
  const server = await launch(t, given, path.dirname(library))
  const { port } = server
  await load(port, CLIENTS, 2) // what is new to the engine is no measure
  const full = await load(port, CLIENTS, 4)
  const over = (seconds: number) => load(port, OVER, seconds, TIMES * rateOf(full))
  await over(2)
  await holds(t, full, () => over(SECONDS), server.child.pid as number)
})

t.test('many times as many clients as the processors can serve', async (t) => {
  const { port } = await launch(t, { ...env, STORE_URL: 'sqlite:plants.db' }, t.testdir())
  await load(port, 100, 2)
  const full = await load(port, 100, 4)
  await load(port, OVER, 2)
  const over = await load(port, OVER, SECONDS / 2)
  figures(t, full, over)
  t.same(over.wrong, [], 'all others are refused with `Retry-After`')
  t.ok(over.times.length > 0, 'some are accepted')
})

async function holds(t: Test, full: Outcome, overload: () => Promise<Outcome>, pid: number) {
  const memory: number[] = []
  const sampling = setInterval(() => memory.push(memoryOf(pid)), 250)
  const over = await overload()
  clearInterval(sampling)
  figures(t, full, over)
  t.same(over.wrong, [], 'all others are refused with `Retry-After`')
  t.ok(over.refused > over.times.length, 'most are refused')
  const [before, after] = [quantile(full.times, 0.99), quantile(over.times, 0.99)]
  t.ok(after < SLOWER * before, 'what is accepted takes hardly longer')
  t.ok(rateOf(over) > rateOf(full) / 2, 'it accepts what it can')
  const quarter = memory.length / 4
  const [early, late] = [memory.slice(0, quarter), memory.slice(-quarter)].map((part) =>
    quantile(part, 0.5),
  ) as [number, number]
  t.comment(`memory: ${megabytes(early)} MB in the first quarter, ${megabytes(late)} in the last`)
  t.ok(late < LARGER * early, 'memory is flat')
  await wait(500)
}

function figures(t: Test, full: Outcome, over: Outcome): void {
  t.comment(
    [
      `${rateOf(full).toFixed(0)} creates/s, p99 ${quantile(full.times, 0.99).toFixed(0)} ms`,
      `${rateOf(over).toFixed(0)} accepted a second, p99 ${quantile(over.times, 0.99).toFixed(0)} ms`,
      `${over.refused} refused`,
    ].join('; '),
  )
}

function rateOf({ times, seconds }: Outcome): number {
  return times.length / seconds
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
