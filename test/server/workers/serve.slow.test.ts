import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import t from 'tap'
import { linesOf, otherHost, urlHost } from '../helpers.js'
import { create, launch } from '../process.js'
import { connectBoth, createOver, gone, launchWorkers } from './helpers.js'

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])

t.test('workers that race for one id', async (t) => {
  const server = await launchWorkers(t, { SHUTDOWN_DELAY: '300' })
  const wires = await connectBoth(t, server)
  for (let id = 0; id < 100; id++) {
    const names = id % 2 === 0 ? ['fern', 'moss'] : ['fern', 'fern']
    const answers = await Promise.all(
      wires.map((wire, n) => createOver(wire, { id, name: names[n] })),
    )
    t.same(answers.map(statusOf).sort(), [200, id % 2 === 0 ? 409 : 200])
  }
  const { code, stdout } = await server.end()
  t.equal(code, 0)
  const created = linesOf(stdout).filter(({ req }) => req)
  t.same(new Set(created.map(({ pid }) => pid)), new Set(server.pids), 'each served')
  for (const pid of server.pids) await gone(pid)
})

t.test('while another process writes to the file, no worker waits for ever', async (t) => {
  const folder = t.testdir()
  const server = await launchWorkers(t, {}, folder)
  const wires = await connectBoth(t, server)
  const database = new Database(path.join(folder, 'plants.db'))
  t.teardown(() => database.close())
  database.exec('begin immediate')
  const answers = await Promise.all(wires.map((wire, id) => createOver(wire, { id, name: 'fern' })))
  t.same(answers.map(statusOf), [503, 503])
  database.exec('rollback')
  for (const wire of wires) t.equal(statusOf(await createOver(wire, { id: 1, name: 'fern' })), 200)
})

t.test('several processes have one token, one address and one log', async (t) => {
  const env = { WORKERS: '2', LOG_FORMAT: 'pretty', HOST: otherHost }
  const server = await launch(t, env, t.testdir())
  const answers = await Promise.all([1, 2].map((id) => create(server, { id, name: 'fern' })))
  for (const answer of answers) t.match(answer, [200, { name: 'fern' }])
  const { code, stdout, stderr } = await server.end('SIGINT')
  t.same([code, stderr], [0, ''])
  t.equal(stdout.split(`Server listening at http://${urlHost}:${server.port}`).length, 2)
  t.equal(stdout.match(/The plant store is running/g)?.length, 1)
  const pids = [...stdout.matchAll(/^\[.*\] INFO \((\d+)\): 200 [\d.]+ ms POST \/plants$/gm)].map(
    ([, p]) => p,
  )
  t.equal(new Set(pids).size, 2, 'lines have the process id')
})

t.test('new tokens reach all workers, and those that come later', async (t) => {
  const folder = t.testdir({ tokens: 'the-first-token\n' })
  const env = { BEARER_TOKENS: undefined, BEARER_TOKENS_FILE: 'tokens' }
  const server = await launchWorkers(t, env, folder)
  const statuses = async (token: string) => {
    const answers = [1, 2].map((id) => create({ ...server, token }, { id, name: 'fern' }))
    return (await Promise.all(answers)).map(([status]) => status)
  }
  t.same(await statuses('the-first-token'), [200, 200])
  writeFileSync(path.join(folder, 'tokens'), 'the-other-token\n')
  await server.lines('the file of tokens was read again', 2)
  t.same(await statuses('the-other-token'), [200, 200])
  t.same(await statuses('the-first-token'), [401, 401])
  process.kill(server.pids[0] as number, 'SIGKILL')
  await server.lines('another worker listens')
  t.same(await statuses('the-other-token'), [200, 200])
  t.same(await statuses('the-first-token'), [401, 401])
  t.match(await server.end(), { code: 0 })
})

t.test('limits are shared out', async (t) => {
  const server = await launchWorkers(t, { MAX_CONNECTIONS: '3' })
  const wires = await connectBoth(t, server)
  const [refused, another] = await connectBoth(t, server)
  t.same(await Promise.all([refused.closed, another.closed]), ['', ''])
  const told = await server.lines('too many connections; see MAX_CONNECTIONS')
  t.match(told, [{ limit: 1 }], 'of each worker, since 2 is no half of 3')
  for (const wire of wires) t.equal(statusOf(await createOver(wire, { id: 1, name: 'fern' })), 200)
  for (const { socket } of wires) socket.destroy()
  // There is room again, as soon as they have noticed.
  const retry = () => create(server, { id: 1, name: 'fern' }).catch(() => [0])
  while ((await retry())[0] !== 200) await wait(20)
})
