import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Test } from 'tap'
import { postgres } from '../../../src/store/postgres.js'
import type { Answer } from '../../server/over-http.js'
import { Callers } from '../load/callers.js'
import { Balancer } from './balancer.js'
import { Instance } from './instance.js'

const INSTANCES = 3
const CALLERS = 24

/**
 * Three servers on one database behind a balancer, and callers that create plants by it, some of which also read past
 * it. All of it ends with the test.
 */
export async function startFleet(t: Test, url: string, answered?: (answer: Answer) => void) {
  const callers = new Callers(answered)
  const balancer = new Balancer(callers)
  t.teardown(() => balancer.close())
  const instances = Array.from({ length: INSTANCES }, () => new Instance(t, balancer, url))
  await Promise.all(instances.map((each) => each.start()))
  const reader = postgres(new pg.Pool({ connectionString: url, connectionTimeoutMillis: 2000 }))
  t.teardown(() => reader.close())
  callers.begin(CALLERS, async (plant, own) => {
    const outcome = await callers.recorder.create(balancer.store, plant)
    if (own % 4 === 0) await callers.recorder.get(reader, plant.id)
    await wait(outcome === undefined ? 50 : 5 * Math.random())
  })
  t.teardown(() => callers.end())
  return { instances, reader, callers }
}

export async function restart(t: Test, instance: Instance): Promise<void> {
  t.equal(await instance.end('SIGTERM'), 0, 'it ends in order')
  await instance.start()
}

export function allRun(t: Test, instances: readonly Instance[]): void {
  const found = instances.every(({ isRunning }) => isRunning)
  t.ok(found, 'no server has ended by itself')
}
