import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { listen } from '../../scripts/bench/serve/servers/listen.js'
import { ScriptProcess } from '../../scripts/bench/shared/script-process.js'
import { benchWorkers } from '../../scripts/bench/workers/bench-workers.js'
import { loadInPieces } from '../../scripts/bench/workers/client.js'
import { runCommand } from '../helpers/command.js'

t.test('one process and two are measured in turns', async (t) => {
  const loads = [
    { store: 'memory', connections: 2, ahead: 3 },
    { store: 'SQLite', connections: 2, ahead: 1 },
  ] as const
  const { out } = await runCommand(t, async () => {
    await benchWorkers({ runs: 2, ignore: [] }, { loads, warmUp: 0.05, seconds: 0.1 })
    return 0
  })
  const [, title, , head, ...rows] = out
  t.equal(title, 'POST /plants, 2 rounds: median (min-max)')
  t.match(head, /^store +ahead +processes +requests\/s +ratio +client CPU$/)
  const figures = '( +[\\d.]+ \\([\\d.]+-[\\d.]+\\)){3}$'
  for (const [at, start] of [
    'memory +3 +1',
    'memory +3 +2',
    'SQLite +1 +1',
    'SQLite +1 +2',
  ].entries())
    t.match(rows[at], new RegExp(`^${start}${figures}`))
  t.match(rows[0], / 1\.00 \(1\.00-1\.00\) /)
})

/** A server that answers each piece of data with the next of these texts. */
async function answers(t: Test, ...texts: string[]) {
  const server = createServer((socket) => {
    socket.on('data', () => {
      const text = texts.shift()
      if (text === undefined) socket.destroy()
      else
        for (const [at, part] of text.split('|').entries())
          setTimeout(() => socket.write(part), 20 * at)
    })
  })
  t.teardown(() => server.close())
  const port = await listen(server as never)
  return { port, connections: 1, ahead: 2, seconds: 0.001, turn: 0 }
}

const FINE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

t.test('the client counts whole responses', async (t) => {
  t.match(await loadInPieces(await answers(t, FINE, `${FINE}|${FINE}`)), { requests: 3 })
  const wrong: [texts: string[], message: RegExp][] = [
    [['HTTP/1.1 401 Unauthorized\r\n\r\n'], /expected: HTTP\/1\.1 401/],
    [[FINE, 'HTTP/1.1 503 Unavailable\r\n\r\n'], /expected: HTTP\/1\.1 503/],
    [[FINE, FINE.repeat(3)], /expected: HTTP\/1\.1 200/],
    [[FINE], /the server has left/],
  ]
  for (const [texts, message] of wrong)
    await t.rejects(loadInPieces(await answers(t, ...texts)), { message })
})

const script = (name: string) => new URL(`../../scripts/bench/workers/${name}.js`, import.meta.url)

t.test('what does not work in a process is told', async (t) => {
  const client = new ScriptProcess<object, object>(script('client-cli'))
  t.same(await client.answer(), {})
  const none = { port: 1, connections: 1, ahead: 1, seconds: 0.01, turn: 0 }
  await t.rejects(client.ask(none), { message: /ECONNREFUSED/ })
  await client.stop()
  const server = new ScriptProcess(script('requests'))
  await t.rejects(server.answer(), { message: 'exit code 0' })
  await server.stop()
})
