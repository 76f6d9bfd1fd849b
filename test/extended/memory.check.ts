/** Bodies of 400 MB pass through a slow handler, and the process takes little memory. */

import { once } from 'node:events'
import { request } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { FilePart } from 'fastify-contract'
import t, { type Test } from 'tap'
import { contractOf, fixture, serveContract } from '../helpers/serve-document.js'
import { listen } from '../helpers/wire.js'

const SIZE = 400 * 2 ** 20

/** Reads slowly, and returns how much there was. */
async function read(stream: Readable, note: () => void): Promise<string> {
  let [got, chunks] = [0, 0]
  for await (const chunk of stream) {
    got += chunk.length
    if (++chunks % 50 === 0) await delay(1)
    note()
  }
  return String(got)
}

/** Sends a body between a start and an end to an operation; returns the response, and how much memory it took. */
async function taken(
  t: Test,
  name: string,
  path: string,
  type: string,
  around: readonly [start: string, end: string],
  handler: (body: never, note: () => void) => Promise<object>,
) {
  let most = 0
  const note = () => (most = Math.max(most, process.memoryUsage().rss))
  const handlers = { upload: handle, multipart: handle }
  async function handle({ body }: { body: never }) {
    return { status: 200, ...(await handler(body, note)) }
  }
  const contract = await contractOf(t, await fixture(name))
  const server = { bodyLimit: SIZE + 1_000 }
  const app = await serveContract(t, contract, { handlers, server })
  const port = await listen(app)
  const before = process.memoryUsage().rss
  const client = request({ port, method: 'POST', path, headers: { 'content-type': type } })
  client.write(around[0])
  const chunk = Buffer.alloc(65_536)
  for (let sent = 0; sent < SIZE; sent += chunk.length)
    if (!client.write(chunk)) await once(client, 'drain')
  client.end(around[1])
  const [response] = await once(client, 'response')
  return { answer: await text(response), memory: most - before }
}

t.test('bytes', async (t) => {
  const handler = async (body: Readable, note: () => void) => ({
    body: Buffer.from(await read(body, note)),
  })
  const type = 'application/octet-stream'
  const { answer, memory } = await taken(t, 'streams.yaml', '/binary', type, ['', ''], handler)
  t.equal(answer, String(SIZE))
  // Garbage of the sender and of the reader is in it, as long as nobody has collected it.
  t.ok(memory < SIZE / 2, `${memory / 2 ** 20} MB`)
})

t.test('a file of a form', async (t) => {
  const named = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
  const start = `${named('title')}\r\n\r\na\r\n${named('photo')}; filename="p"\r\nContent-Type: image/png\r\n\r\n`
  const handler = async ({ photo }: { photo: FilePart }, note: () => void) => ({
    body: { title: await read(photo.stream, note) },
  })
  const type = 'multipart/form-data; boundary=x'
  const around = [start, '\r\n--x--\r\n'] as const
  const { answer, memory } = await taken(t, 'forms.yaml', '/multipart', type, around, handler)
  t.same(JSON.parse(answer), { title: String(SIZE) })
  t.ok(memory < SIZE / 2, `${memory / 2 ** 20} MB`)
})
