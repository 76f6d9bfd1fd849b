import { readdirSync } from 'node:fs'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { type Contract, serve } from 'fastify-contract'
import t from 'tap'
import { loadContract } from '#toolkit/cli/mock/load-contract.js'
import { mock } from '#toolkit/mock/index.js'
import { mutant } from '../../extended/requests/mutate.js'
import type { Wire } from '../../extended/requests/oracle/verdict.js'
import { seedsOf } from '../../extended/requests/seeds.js'
import { drawing, everybody, partsOf } from '../../extended/served/boot.js'
import { golden } from '../../helpers/golden.js'
import { recordLog } from '../../helpers/log.js'
import type { AnyHandlers } from '../../helpers/serve-document.js'
import { ROOT } from '../../helpers/tsc.js'
import { chance } from './json/random.js'

/** How many requests are sent to each contract. */
const COUNT = 60

const FIXTURES = path.join(ROOT, 'test/fixtures')

/** Where the documents are, and their golden files. */
const documents = [
  ...readdirSync(path.join(FIXTURES, 'contracts'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ['contracts', name, 'contracts']),
  ['documents', 'wide.yaml', '.'],
  ['documents', 'zoo.yaml', '.'],
] as [folder: string, name: string, golden: string][]

for (const [folder, name, beside] of documents) {
  t.test(`requests to ${name}, many nearly right, are answered as they were`, async (t) => {
    const file = path.join(FIXTURES, folder, name)
    const { contract, generated, remove } = await loadContract(file, [])
    t.teardown(remove)
    const document = generated.files.find((file) => file.name === 'openapi.json')?.text as string
    const lines: string[] = []
    const app = await serving(contract, JSON.parse(document), lines)
    const operations = await Promise.all(contract.operations.map(partsOf))
    const seeds = seedsOf(operations, await drawing(contract))
    t.ok(seeds.length > 0)
    for (let number = 0; number < COUNT; number++) {
      const random = chance(number)
      const wire = mutant(random.pick(seeds), random)
      lines.push(`> ${wire.method} ${wire.url} ${shown(wire.headers)} ${shown(`${wire.payload}`)}`)
      lines.push(await answered(app, wire))
    }
    await app.close()
    await golden(t, path.join(beside, name.replace('.yaml', ''), 'exchanges.txt'), lines.join('\n'))
  })
}

/** An app that writes down what its handlers get, and what it logs. */
async function serving(contract: Contract, document: unknown, lines: string[]) {
  const answers = mock(contract, { document })
  const handlers = contract.operations.map((operation) => {
    const handle = async (request: Record<string, unknown>) => {
      const { params, query, headers, cookies, body } = request
      const given = { params, query, headers, cookies, body: await read(body) }
      lines.push(`  ${operation.operationId} ${shown(given)}`)
      // A mock asks a request for nothing but its headers.
      return answers(await partsOf(operation), { headers: {} } as never, {} as never)
    }
    return [operation.operationId, handle] as const
  })
  const { logger, lines: logged } = recordLog()
  const app = fastify({ logger, exposeHeadRoutes: false })
  const security = everybody(contract)
  const plugin = serve(contract as Contract<AnyHandlers>, {
    handlers: Object.fromEntries(handlers),
    security,
  })
  await app.register(plugin)
  app.addHook('onClose', async () => {
    const told = logged.filter(({ level, operation }) => level > 30 && operation !== undefined)
    const texts = told.map(({ level, msg, operation }) => `${level} ${operation} ${msg}`)
    lines.push(...[...new Set(texts)].sort())
  })
  return app
}

async function answered(app: FastifyInstance, { method, url, headers, payload }: Wire) {
  const request = { method: method as 'GET', url, headers: { ...headers } }
  const sent = app.inject({ ...request, ...(payload && { payload }) })
  const response = await sent.catch(() => undefined)
  if (response === undefined) return '< cut off'
  const { date: _, ...others } = response.headers
  return `< ${response.statusCode} ${shown(others)} ${shown(response.payload)}`
}

/** JSON, with what it does not know. */
function shown(value: unknown): string {
  return JSON.stringify(value, function (key, given) {
    const own = (this as Record<string, unknown>)[key]
    if (own instanceof Uint8Array) return `bytes ${Buffer.from(own).toString('base64')}`
    return typeof given === 'bigint' ? `${given}n` : given
  }).replace(/part-[\da-f-]{36}/g, 'BOUNDARY')
}

/** What a body holds, with the items and the bytes that are still to arrive. */
async function read(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return Promise.all(value.map(read))
  if (!(Symbol.asyncIterator in value)) {
    const members = Object.entries(value).map(async ([name, each]) => [name, await read(each)])
    return Object.fromEntries(await Promise.all(members))
  }
  const items: unknown[] = []
  try {
    for await (const item of value as AsyncIterable<unknown>) items.push(item)
  } catch (error) {
    items.push(`fails: ${error}`)
  }
  return items
}
