import { readdirSync } from 'node:fs'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { type Contract, type OperationResult, type ServeOptions, serve } from 'fastify-contract'
import type { Test } from 'tap'
import { loadContract } from '#toolkit/cli/mock/loaded-contract.js'
import { mock } from '#toolkit/mock/index.js'
import type { Seed } from '../../extended/requests/mutate.js'
import type { Wire } from '../../extended/requests/oracle/verdict.js'
import { seedsOf } from '../../extended/requests/seeds.js'
import { drawing, everybody, partsOf } from '../../extended/served/boot.js'
import { golden } from '../../helpers/golden.js'
import { recordLog } from '../../helpers/log.js'
import type { AnyHandlers } from '../../helpers/serve-document.js'
import { ROOT } from '../../helpers/tsc.js'

const FIXTURES = path.join(ROOT, 'test/fixtures')

/** The path of a document, and the golden files of the results. */
export interface Fixture {
  readonly file: string
  readonly name: string
  readonly beside: string
}

export const FIXTURE_DOCUMENTS: readonly Fixture[] = [
  ...readdirSync(path.join(FIXTURES, 'contracts'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ['contracts', name, 'contracts'] as const),
  ['documents', 'wide.yaml', '.'] as const,
  ['documents', 'zoo.yaml', '.'] as const,
].map(([folder, name, beside]) => ({
  file: path.join(FIXTURES, folder, name),
  name,
  beside: path.join(beside, name.replace('.yaml', '')),
}))

/** Golden files that the exchanges of a document are compared with. */
export const EXCHANGES = [
  'exchanges.txt',
  'answers-off.txt',
  'answers-log.txt',
  'answers-throw.txt',
]

type Options = Partial<
  Pick<ServeOptions<AnyHandlers, string>, 'responses' | 'unnamedMembers' | 'readOnly'>
>

/** A contract that is served, requests to it that are right, and what is written down. */
export interface Exchanges {
  readonly lines: string[]
  readonly seeds: readonly Seed[]
  send(wire: Wire): Promise<void>
}

/** The contract of a document, and requests that are right. */
export type Loaded = Awaited<ReturnType<typeof load>>

export async function load(t: Test, { file, beside }: Fixture) {
  const { contract, generated, remove } = await loadContract(file)
  t.teardown(remove)
  const document = generated.files.find((file) => file.name === 'openapi.json')?.text as string
  const operations = await Promise.all(contract.operations.map(partsOf))
  const seeds = seedsOf(operations, await drawing(contract))
  t.ok(seeds.length > 0)
  return { contract, document, seeds, beside }
}

/**
 * Serves the contract of a document, sends requests to it, and holds what came of them to a golden file.
 *
 * @param change - What a handler returns instead of what a mock makes.
 */
export async function hold(
  t: Test,
  { contract, document, seeds, beside }: Loaded,
  name: string,
  talk: (exchanges: Exchanges) => Promise<void>,
  change: (result: OperationResult) => OperationResult = (result) => result,
  options: Options = {},
): Promise<void> {
  const lines: string[] = []
  const app = await serving(contract, JSON.parse(document), lines, change, options)
  const send = async (wire: Wire) => {
    lines.push(`> ${wire.method} ${wire.url} ${shown(wire.headers)} ${shown(`${wire.payload}`)}`)
    lines.push(await answered(app, wire))
  }
  await talk({ lines, seeds, send })
  await app.close()
  golden(t, path.join(beside, name), lines.join('\n'))
}

/** An app that writes down what its handlers get, and what it logs. */
async function serving(
  contract: Contract,
  document: unknown,
  lines: string[],
  change: (result: OperationResult) => OperationResult,
  options: Options,
) {
  const answers = mock(contract, { document })
  const handlers = contract.operations.map((operation) => {
    const handle = async (request: Record<string, unknown>) => {
      const { params, query, headers, cookies, body } = request
      const given = { params, query, headers, cookies, body: await read(body) }
      lines.push(`  ${operation.operationId} ${shown(given)}`)
      // A mock asks a request for nothing but its headers.
      const whole = await partsOf(operation)
      return change(await answers(whole, { headers: {} } as never, {} as never, {} as never))
    }
    return [operation.operationId, handle] as const
  })
  const { logger, lines: logged } = recordLog()
  const app = fastify({ logger, exposeHeadRoutes: false })
  const security = everybody(contract)
  const plugin = serve(contract as Contract<AnyHandlers>, {
    handlers: Object.fromEntries(handlers),
    security,
    ...options,
  })
  await app.register(plugin)
  app.addHook('onClose', async () => {
    const told = logged.filter(({ level, err }) => level > 30 && isOurs(err))
    const texts = told.map(({ level, msg, operation = '', err }) => {
      return `${level} ${operation} ${(err as Error | undefined)?.message ?? msg}`
    })
    lines.push(...[...new Set(texts)].sort())
  })
  return app
}

/** Messages of Fastify and Node depend on their versions. */
function isOurs(err: unknown): boolean {
  return err === undefined || /^(Response|Contract)Error$/.test(String(Object(err).type))
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

/** The content of a body, with the items and the bytes that are still to arrive. */
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
