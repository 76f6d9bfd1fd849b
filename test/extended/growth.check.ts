/** Whatever a client sends, the time that it takes grows with its length, not with its square. */

import process from 'node:process'
import type { InjectOptions } from 'fastify'
import { bearer } from 'fastify-contract'
import t from 'tap'
import { contractOf, serveContract } from '../helpers/serve-document.js'
import { bodies, formatted, heads, type Make, patterns, SCHEMAS } from './growth/requests.js'

const keywords = Object.keys(SCHEMAS).map(
  (name) =>
    `  /${name}: { post: { operationId: ${name}, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }, responses: *read } }`,
)
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const segments = names.map(
  (name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
)

/** A method of a path per schema, and operations for what is not JSON. */
const DOCUMENT = `
openapi: 3.2.0
info: { title: Growth, version: '1' }
paths:
  /media:
    post:
      operationId: media
      requestBody:
        content:
          text/plain: { schema: { type: string } }
          application/x-www-form-urlencoded: { schema: &form { type: object, additionalProperties: { type: [string, array] } } }
          multipart/form-data: { schema: *form }
          application/jsonl: { itemSchema: { type: integer } }
          application/json-seq: { itemSchema: { type: integer } }
      responses: &read { '204': { description: Read. } }
  '/template/{a}x{b}xy{c}-{d}.{e}!{f}{g}z':
    post: { operationId: template, parameters: [${segments}], responses: *read }
  /heads/{id}:
    post:
      operationId: heads
      security: [{ token: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: list, in: query, explode: false, schema: &list { type: array, items: { type: integer } } }
        - { name: deep, in: query, style: deepObject, schema: { type: object } }
        - { name: x-list, in: header, schema: *list }
        - { name: c, in: cookie, schema: { type: string } }
      responses: { '200': { description: Read., content: { text/plain: {}, application/json: {} } } }
${keywords.join('\n')}
components:
  schemas: ${JSON.stringify(SCHEMAS)}
  securitySchemes: { token: { type: http, scheme: bearer } }
`

t.setTimeout(240_000)
const contract = await contractOf(t, DOCUMENT)
const read = async ({ body }: { body?: unknown }) => {
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
    for await (const _ of body as AsyncIterable<unknown>);
  return { status: 204 }
}

const ids = [...Object.keys(SCHEMAS), 'media', 'template']
const app = await serveContract(t, contract, {
  handlers: {
    ...Object.fromEntries(ids.map((id) => [id, read])),
    heads: () => ({ status: 200, contentType: 'text/plain', body: '' }),
  },
  security: { token: bearer(['the-token']) },
  server: { bodyLimit: 8 * 2 ** 20, routerOptions: { maxParamLength: 2 ** 20 } },
})

async function time(work: InjectOptions): Promise<number> {
  const before = process.cpuUsage()
  await app.inject(work)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Twice what a length asks for, and a half of what its square would. */
const LIMIT = 8

/**
 * The factor of time for four times the length. Other work of the process makes some tries longer,
 * none shorter: the least of some is taken, and of as many for four times as much as it needs.
 */
async function growth(make: Make, length: number): Promise<number> {
  const [little, much] = [make(length), make(4 * length)]
  const least = Math.min(await time(little), await time(little), await time(little))
  let ratio = Infinity
  for (let n = 0; n < 9 && ratio >= LIMIT; n++) ratio = Math.min(ratio, (await time(much)) / least)
  return ratio
}

/** The least growth of some attempts: another process may take the caches of a whole one. */
async function leastGrowth(make: Make, length: number): Promise<number> {
  let ratio = Infinity
  for (let n = 0; n < 5 && ratio >= LIMIT; n++) ratio = Math.min(ratio, await growth(make, length))
  return ratio
}

const BODY = 64_000
const SHORT = 16_000
const rows = [
  ...Object.entries(bodies).map(([name, make]) => [name, make, BODY] as const),
  ...Object.entries(heads).map(([name, make]) => [name, make, SHORT] as const),
  ...Object.entries(patterns).map(([name, make]) => [name, make, BODY] as const),
  ...Object.entries(formatted).map(([name, make]) => [name, make, SHORT] as const),
]

for (const [name, make, length] of rows) {
  t.test(name, async (t) => {
    const ratio = await leastGrowth(make, length)
    t.ok(ratio < LIMIT, `four times as much takes ${ratio.toFixed(1)} times as long`)
  })
}
