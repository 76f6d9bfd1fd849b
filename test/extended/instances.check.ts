/**
 * Several servers on one database behind a balancer: they agree on every conflict, a rolling restart is not
 * noticed by any client, and nothing is lost when the database and a server are killed.
 */

import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { startPostgres } from '../store/postgres/server.js'
import { allRun, restart, startFleet } from './instances/fleet.js'
import type { Instance } from './instances/instance.js'

/** Rounds, each with every kind of trouble; a round takes some 25 seconds. */
const ROUNDS = Number(process.env.INSTANCE_ROUNDS ?? 1)

t.test('three servers on one database, restarted, killed, and without it', async (t) => {
  t.setTimeout(120_000 * ROUNDS)
  const database = await startPostgres(t)
  if (!database) return
  const { instances, reader, callers } = await startFleet(t, database.url())
  /** The answers since it was asked last. */
  const answered = () => {
    const all = callers.answers.splice(0)
    const bad = all.filter(({ status }) => status !== 200 && status !== 409)
    return { good: all.length - bad.length, bad }
  }
  const recovered = () => callers.until(200, 50)

  for (let round = 0; round < ROUNDS; round++) {
    for (const instance of instances) await restart(t, instance)
    const calm = answered()
    t.same(calm.bad, [], `a rolling restart: all of ${calm.good} creates are answered 200 or 409`)
    t.ok(calm.good > 100, 'there was a load')

    for (const [index, instance] of instances.entries()) {
      const restarted = restart(t, instance)
      await wait(200 + 400 * index)
      await database.stop(index === 1 ? 'SIGINT' : 'SIGQUIT')
      await wait(300)
      await database.start()
      await restarted
    }
    await recovered()
    const crashed = answered()
    t.same(
      crashed.bad.flatMap(({ wrong }) => wrong ?? []),
      [],
      'when the database is killed, what is refused is an Error of 503 with `Retry-After`',
    )
    t.comment(`database killed: ${crashed.good} answered, ${crashed.bad.length} refused`)

    database.freeze(true)
    await wait(1_500)
    database.freeze(false)
    await recovered()
    const [first] = instances as [Instance]
    await first.end('SIGKILL')
    await recovered()
    await first.start()
    await recovered()
    const killed = answered()
    const found = killed.bad.every(({ status }) => [0, 503].includes(status))
    t.ok(found, 'when a server is killed, others go on')
    t.comment(`a server killed: ${killed.good} answered, ${killed.bad.length} refused or lost`)
    allRun(t, instances)
  }

  await callers.end()
  await callers.judge(t, reader)
  for (const instance of instances) t.equal(await instance.end('SIGTERM'), 0)
})
