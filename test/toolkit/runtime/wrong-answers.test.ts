import path from 'node:path'
import fastify from 'fastify'
import { type Contract, type OperationResult, serve } from 'fastify-contract'
import t from 'tap'
import { loadContract } from '#toolkit/cli/mock/mock-app.js'
import { mock } from '#toolkit/mock/index.js'
import type { Seed } from '../../extended/requests/mutate.js'
import { seedsOf } from '../../extended/requests/seeds.js'
import { drawing, everybody, partsOf } from '../../extended/served/boot.js'
import { recordLog } from '../../helpers/log.js'
import type { AnyHandlers } from '../../helpers/serve-document.js'
import { ROOT } from '../../helpers/tsc.js'
import { breakValue } from './json/break-value.js'
import { type Chance, chance } from './json/random.js'

const DOCUMENTS = [
  ...['bodies', 'headers', 'int64', 'problems', 'read-only', 'results', 'sequences', 'streams'].map(
    (id) => `contracts/${id}`,
  ),
  'documents/wide',
  'documents/zoo',
]

/** Number of requests to each contract, in each of the ways to serve it. */
const COUNT = 40

const ACCEPT = [
  '*/*',
  'application/json',
  'text/*;q=0.5, */*;q=0.1',
  'image/png',
  'a/b, */*;q=0',
  '',
]
const STATUSES = [200, 201, 204, 299, 304, 404, 500, 99, 600]
const BODIES = [undefined, null, 'a', 5, 5n, {}, [], { a: undefined }]

const BOUNDARY = /part-[\da-f-]{36}/g

/** A result with something changed that may be wrong then. */
function changed(result: OperationResult, random: Chance): OperationResult {
  let copy: OperationResult
  try {
    copy = structuredClone(result)
  } catch {
    return result // what is a stream cannot be copied
  }
  const { pick } = random
  const headers = () => ({ ...copy.headers, 'x-other': pick([1, 'a', ['a', 'b']]) as never })
  const broken = (value: unknown) => {
    breakValue(value, random)
    return copy
  }
  return pick<() => OperationResult>([
    () => copy,
    () => ({ ...copy, status: pick(STATUSES) }),
    () => ({ ...copy, body: pick<unknown>(BODIES) }),
    () => ({ ...copy, headers: headers() }),
    () => ({ status: copy.status, body: copy.body }),
    () => broken(copy),
    () => broken(copy.body),
    () => broken(copy.headers),
  ])()
}

/** The answers to requests, each with whether the log has a breach of the contract by it. */
async function answers(
  contract: Contract,
  document: unknown,
  seeds: readonly Seed[],
  responses: 'throw' | 'log' | 'off',
) {
  let random = chance(0)
  const examples = mock(contract, { document })
  const handlers = contract.operations.map((operation) => {
    const handle = async () => {
      const whole = await partsOf(operation)
      // A mock asks a request for nothing but its headers.
      const result = await examples(whole, { headers: {} } as never, {} as never, {} as never)
      return changed(result, random)
    }
    return [operation.operationId, handle] as const
  })
  const { logger, lines } = recordLog()
  const app = fastify({ logger, exposeHeadRoutes: false })
  const options = { handlers: Object.fromEntries(handlers), security: everybody(contract) }
  await app.register(serve(contract as Contract<AnyHandlers>, { ...options, responses }))
  const all = []
  for (let number = 0; number < COUNT; number++) {
    random = chance(number)
    const { method, url, headers, payload } = random.pick(seeds).wire
    const accept = random.below(3) === 0 ? { accept: random.pick(ACCEPT) } : {}
    const known = lines.length
    const request = { method: method as 'GET', url, headers: { ...headers, ...accept } }
    const sent = app.inject({ ...request, ...(payload && { payload }) })
    const { statusCode, body } = await sent.catch(() => ({ statusCode: 0, body: 'cut off' }))
    const isTold = lines.slice(known).some(({ err }) => Object(err).type === 'ResponseError')
    const text = statusCode === 500 ? '' : body.replaceAll(BOUNDARY, 'BOUNDARY')
    all.push({ status: statusCode, text, isTold })
  }
  await app.close()
  return all
}

for (const id of DOCUMENTS) {
  t.test(`an answer of ${id} that one way of serving logs is refused by the other`, async (t) => {
    const loaded = await loadContract(path.join(ROOT, `test/fixtures/${id}.yaml`))
    t.teardown(loaded.remove)
    const { contract, generated } = loaded
    const text = generated.files.find(({ name }) => name === 'openapi.json')?.text as string
    const operations = await Promise.all(contract.operations.map(partsOf))
    const seeds = seedsOf(operations, await drawing(contract))
    const all = (responses: 'throw' | 'log' | 'off') =>
      answers(contract, JSON.parse(text), seeds, responses)
    const [refused, logged, unseen] = [await all('throw'), await all('log'), await all('off')]
    t.ok(logged.some(({ isTold }) => isTold))
    for (const [at, log] of logged.entries()) {
      const { isTold, status, text } = log
      // A sequence that has begun is cut off.
      if (isTold) t.match(refused[at], { status: /^(500|0)$/, text: /^(cut off)?$/ })
      else t.match(refused[at], { status, text })
      if (unseen[at]?.status === 500) t.equal(isTold || status === 500, true)
    }
  })
}
