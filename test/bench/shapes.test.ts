import t from 'tap'
import { ServerProcess } from '../../scripts/bench/serve/server-process.js'
import {
  benchShapes,
  DOCUMENT,
  generated,
  SCRIPT,
} from '../../scripts/bench/shapes/bench-shapes.js'
import { bytesOf, SHAPES } from '../../scripts/bench/shapes/requests.js'
import { runCommand } from '../helpers/command.js'

t.test('requests are measured by their shape', async (t) => {
  const [shape] = SHAPES
  t.ok(shape)
  const shapes = SHAPES.filter((each) => each === shape)
  const course = { shapes, cache: t.testdir(), connections: 2, warmUp: 0.05, seconds: 0.1 }
  const { out } = await runCommand(t, async () => {
    await benchShapes({ runs: 2, ignore: [] }, course)
    return 0
  })
  const [, title, , name, head, ...rows] = out
  t.equal(title, 'µs of the processor for each request, 2 rounds: median (min-max)')
  t.equal(name, shape?.name)
  t.match(head, /^server +µs per request +ratio +rounds$/)
  const figures = ' +[\\d.]+ \\([\\d.]+-[\\d.]+\\) +[\\d.]+ +[\\d.]+ [\\d.]+$'
  t.match(rows, [new RegExp(`^Fastify by hand${figures}`), new RegExp(`^ours${figures}`)])
})

t.test('both servers answer the same', async (t) => {
  const contract = await generated(t.testdir())
  const servers = await Promise.all(
    ['Fastify by hand', 'ours'].map((name) => ServerProcess.start(name, contract, SCRIPT)),
  )
  t.teardown(() => Promise.all(servers.map((each) => each.stop())))
  for (const shape of SHAPES) {
    const { method, target, body, name } = shape
    const headers = { 'content-type': 'application/json' }
    const answers = await Promise.all(
      servers.map(async ({ port }) => {
        const init = { method, ...(body !== undefined && { body, headers }) }
        const response = await fetch(`http://127.0.0.1:${port}${target}`, init)
        return { status: response.status, body: await response.json() }
      }),
    )
    const [byHand, ours] = answers
    t.equal(byHand?.status, 200, name)
    t.same(ours, byHand, name)
    const text = bytesOf(shape, 80).toString()
    t.match(text, `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:80\r\n`)
  }
  const [, order] = SHAPES
  t.ok(Math.abs(Buffer.byteLength(order?.body as string) - 4000) < 200, 'an order has 4 KB')
  t.match(DOCUMENT, /openapi\.yaml$/)
})
