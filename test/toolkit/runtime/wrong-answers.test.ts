import type { OperationResult } from 'fastify-contract'
import t from 'tap'
import { FIXTURE_DOCUMENTS, hold, load } from './exchanges.js'
import { breakValue } from './json/break-value.js'
import { type Chance, chance } from './json/random.js'

/** Number of requests to each contract, in each of the ways to serve it. */
const COUNT = 12

const ACCEPT = [
  '*/*',
  'application/json',
  'text/*;q=0.5, */*;q=0.1',
  'image/png',
  'a/b, */*;q=0',
  '',
]

const WAYS = [
  { responses: 'throw' },
  { responses: 'log', unnamedMembers: 'send' },
  { responses: 'off', readOnly: 'refuse' },
] as const

/** A result with something changed that may be wrong then. */
function changed(result: OperationResult, random: Chance): OperationResult {
  let copy: OperationResult
  try {
    copy = structuredClone(result)
  } catch {
    return result // what is a stream cannot be copied
  }
  const { pick } = random
  return pick<() => OperationResult>([
    () => copy,
    () => ({ ...copy, status: pick([200, 201, 204, 299, 304, 404, 500, 99, 600]) }),
    () => ({
      ...copy,
      body: pick<unknown>([undefined, null, 'a', 5, 5n, {}, [], { a: undefined }]),
    }),
    () => ({
      ...copy,
      headers: { ...copy.headers, 'x-other': pick([1, 'a', ['a', 'b']]) as never },
    }),
    () => ({ status: copy.status, body: copy.body }),
    () => {
      breakValue(copy, random)
      return copy
    },
    () => {
      breakValue(copy.body, random)
      return copy
    },
    () => {
      breakValue(copy.headers, random)
      return copy
    },
  ])()
}

for (const fixture of FIXTURE_DOCUMENTS) {
  t.test(`answers that may be wrong, of ${fixture.name}`, async (t) => {
    const loaded = await load(t, fixture)
    for (const way of WAYS) {
      let random = chance(1)
      const change = (result: OperationResult) => changed(result, random)
      const talk: Parameters<typeof hold>[3] = async ({ seeds, send }) => {
        for (let number = 0; number < COUNT; number++) {
          random = chance(number)
          const { wire } = random.pick(seeds)
          const accept = random.below(3) === 0 ? { accept: random.pick(ACCEPT) } : {}
          await send({ ...wire, headers: { ...wire.headers, ...accept } })
        }
      }
      await hold(t, loaded, `answers-${way.responses}.txt`, talk, change, way)
    }
  })
}
