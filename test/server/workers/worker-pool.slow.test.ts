import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { sqlite } from '../../../src/store/sqlite.js'
import { dial } from '../../helpers/wire.js'
import { rawCreate } from '../helpers.js'
import { create } from '../process.js'
import {
  connectBoth,
  createOver,
  gone,
  HOLD,
  hold,
  isAlive,
  launchWorkers,
  preload,
} from './helpers.js'

t.test('a worker that is killed under load is replaced, and nothing is lost', async (t) => {
  const folder = t.testdir()
  const server = await launchWorkers(t, {}, folder)
  const created: number[] = []
  let [id, isOver] = [0, false]
  const untilKilled = async () => {
    const wire = await dial(t, server.port)
    for (let own = ++id; !isOver; own = ++id) {
      const answer = await createOver(wire, { id: own, name: `fern ${own}` })
      if (answer.startsWith('HTTP/1.1 200 ')) created.push(own)
      else t.fail(`plant ${own}: ${answer}`)
    }
    wire.socket.destroy()
  }
  const work = async () => {
    while (!isOver) await untilKilled().catch(() => {})
  }
  const clients = Array.from({ length: 8 }, work)
  while (created.length < 200) await create(server, { id: 0, name: 'moss' })
  process.kill(server.pids[0] as number, 'SIGKILL')
  const [line] = await server.lines('a worker ended; another one is started')
  t.match(line, { pid: server.child.pid, worker: server.pids[0], signal: 'SIGKILL' })
  const before = created.length
  while (created.length < before + 500) await create(server, { id: 0, name: 'moss' })
  isOver = true
  await Promise.all(clients)
  t.match(await server.end(), { code: 0 })
  const store = sqlite(path.join(folder, 'plants.db'))
  t.teardown(() => store.close())
  for (const own of created)
    if ((await store.get(BigInt(own)))?.name !== `fern ${own}`) t.fail(`plant ${own} is lost`)
})

t.test('when all workers end, others serve on the port', async (t) => {
  const server = await launchWorkers(t)
  for (const pid of server.pids) process.kill(pid, 'SIGKILL')
  await server.lines('another worker listens', 2)
  t.match(await create(server, { id: 1, name: 'fern' }), [200])
})

/** In workers: a signal makes them fail, another one makes them hang. */
const BUG = preload(`
  import cluster from 'node:cluster'
  if (cluster.isWorker) {
    process.on('SIGUSR2', () => { console.error('here it comes'); throw new Error('bug') })
    process.on('SIGHUP', () => { for (;;); })
  }`)

t.test('a failure that nobody handles ends its worker alone', async (t) => {
  const server = await launchWorkers(t, { SHUTDOWN_TIMEOUT: '100' }, t.testdir(), BUG)
  const [one, other] = server.pids as [number, number]
  process.kill(one, 'SIGUSR2')
  t.match(await server.lines('the process failed'), [{ level: 60, pid: one }])
  await server.lines('another worker listens')
  process.kill(other, 'SIGHUP')
  t.match(await server.end(), { code: 1, stderr: /^here it comes$/m }, 'one that hangs is killed')
})

t.test('a worker that gets a signal finishes its requests, and is replaced', async (t) => {
  const server = await launchWorkers(t)
  const wires = await connectBoth(t, server)
  for (const wire of wires) await createOver(wire, { id: 1, name: 'fern' })
  for (const pid of server.pids) process.kill(pid, 'SIGTERM')
  const answers = wires.map((wire, id) => createOver(wire, { id: id + 2, name: 'moss' }))
  for (const answer of await Promise.all(answers)) t.match(answer, /^HTTP\/1\.1 200 /)
  const ended = await server.lines('a worker ended; another one is started', 2)
  t.match(ended, [{ code: 0 }, { code: 0 }])
  await server.lines('another worker listens', 2)
  t.match(await create(server, { id: 9, name: 'fern' }), [200])
})

/** In workers: as soon as the file `poison` is there, they end at their start. */
const POISON = preload(`
  import cluster from 'node:cluster'
  import fs from 'node:fs'
  if (cluster.isWorker && fs.existsSync('poison')) process.exit(9)`)

t.test('workers that end at their start are started ever more slowly', async (t) => {
  const folder = t.testdir()
  const server = await launchWorkers(t, {}, folder, POISON)
  writeFileSync(path.join(folder, 'poison'), '')
  process.kill(server.pids[0] as number, 'SIGKILL')
  const ended = await server.lines('a worker ended; another one is started', 4)
  t.match(ended, [{ signal: 'SIGKILL' }, ...Array(3).fill({ err: { message: /\(9\)$/ } })])
  const waits = ended.map(({ wait }) => wait as number)
  t.same(
    waits.slice(1),
    waits.slice(0, -1).map((wait) => 2 * wait),
    'ever more slowly',
  )
  t.match(await create(server, { id: 1, name: 'fern' }), [200], 'the other one serves')
  rmSync(path.join(folder, 'poison'))
  await server.lines('another worker listens')
})

t.test('workers end with their primary, and the port is free', async (t) => {
  const server = await launchWorkers(t)
  t.match(await create(server, { id: 1, name: 'fern' }), [200])
  server.child.kill('SIGKILL')
  for (const pid of server.pids) await gone(pid)
  const PORT = String(server.port)
  const again = await launchWorkers(t, { PORT }, t.testdirName)
  t.match(await create(again, { id: 1, name: 'moss' }), [409], 'what was answered is there')
})

/** The second worker is slow to stop. */
const LATE = preload(`
  import cluster from 'node:cluster'
  const cell = new Int32Array(new SharedArrayBuffer(4))
  if (cluster.worker?.id === 2)
    process.on('message', (order) => { if (order === 'stop') Atomics.wait(cell, 0, 0, 2_500) })`)

t.test('a client that got its last response is refused: no worker listens any more', async (t) => {
  const server = await launchWorkers(t, { LOG_LEVEL: 'debug' }, t.testdir(), LATE)
  const { socket, closed } = await dial(t, server.port) // of the first worker
  const [first, rest] = rawCreate('{"id":1,"name":"fern"}')
  socket.write(first)
  await server.lines('incoming request')
  server.child.kill('SIGTERM')
  await wait(1_500) // It closes its server after one.
  socket.write(rest)
  t.match(await closed, /^HTTP\/1\.1 200 [\s\S]*\nconnection: close\r/i)
  await t.rejects(create(server, { id: 2, name: 'moss' }), { cause: { code: 'ECONNREFUSED' } })
  t.match(await server.exit, { code: 0 })
})

t.test('requests under way finish, or are cut off when they take too long', async (t) => {
  for (const isSlow of [false, true]) {
    const env = { LOG_LEVEL: 'debug', SHUTDOWN_TIMEOUT: isSlow ? '100' : '600000' }
    const server = await launchWorkers(t, env, t.testdir())
    const wires = await connectBoth(t, server)
    const [first, rest] = rawCreate('{"id":1,"name":"fern"}')
    for (const { socket } of wires) socket.write(first)
    await server.lines('incoming request', 2)
    server.child.kill('SIGTERM')
    await server.lines('stopping')
    if (!isSlow) for (const { socket } of wires) socket.write(rest)
    const expected = isSlow ? /^$/ : /^HTTP\/1\.1 200 [\s\S]*\nconnection: close\r/i
    for (const { closed } of wires) t.match(await closed, expected)
    t.match(await server.exit, { code: isSlow ? 1 : 0 })
  }
})

t.test('a worker that does not listen yet when the service stops never does', async (t) => {
  const folder = t.testdir()
  const env = { LOG_LEVEL: 'debug', SHUTDOWN_TIMEOUT: '600000' }
  const server = await launchWorkers(t, env, folder, HOLD)
  const release = hold(folder)
  process.kill(server.pids[0] as number, 'SIGKILL')
  const held = path.join(folder, 'held')
  while (!existsSync(held) || readFileSync(held, 'utf8') === '') await wait(20)
  const { socket, closed } = await dial(t, server.port)
  const [first, rest] = rawCreate('{"id":1,"name":"fern"}')
  socket.write(first)
  await server.lines('incoming request')
  server.child.kill('SIGTERM')
  await server.lines('stopping')
  release()
  const listens = () => server.output.stdout.includes('another worker listens')
  const pid = Number(readFileSync(held))
  while (isAlive(pid) && !listens()) await wait(20)
  t.notOk(listens())
  socket.write(rest)
  t.match(await closed, /^HTTP\/1\.1 200 /)
  t.match(await server.exit, { code: 0 })
})
