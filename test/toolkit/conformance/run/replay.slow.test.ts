import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { inFull } from '../../../helpers/made.js'
import { type AnyHandlers, contractOf, serveContract } from '../../../helpers/serve-document.js'
import { UNHURRIED } from '../helpers/kit.js'
import { namedWith, worldOf } from '../state/small-world.js'

t.setTimeout(300_000)

const text = { type: 'string' }
const THINGS = {
  asks: namedWith({ note: text, stock: { type: 'integer' } }, []),
  query: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 20 } }],
  headers: ['If-Match', 'If-None-Match'].map((name) => ({ name, in: 'header', schema: text })),
}

/** What a new world is sent in a run. */
async function sentWith(seed?: number) {
  const { document, world } = worldOf(THINGS)
  const report = await conform({ document, target: world.app, ...UNHURRIED, ...(seed && { seed }) })
  const sent = world.asked.map(({ method, url, headers, payload }) =>
    JSON.stringify([method, url, headers, payload.toString('latin1')]),
  )
  return { sent, seed: report.seed }
}

t.test('the seed that a report names repeats the run, identities included', async (t) => {
  const one = await sentWith()
  t.not(one.seed, 1)
  t.ok(one.sent.length > 1_000)
  const other = await sentWith(one.seed)
  const at = one.sent.findIndex((each, at) => each !== other.sent[at])
  t.equal(at, -1, `request ${at}: ${one.sent[at]} and ${other.sent[at]}`)
  t.equal(other.sent.length, one.sent.length)
})

const PETS = inFull(`
  POST /pets: { operationId: createPet, body: $Pet, 201: $Pet, default: {} }
  GET /pets/{id}:
    operationId: getPet
    parameters: [{ name: id, in: path, required: true, schema: $Id }]
    200: $Pet
    default: {}
  Id: { type: integer, format: int64, minimum: 1 }
  Pet:
    type: object
    required: [id, name]
    properties: { id: $Id, name: { type: string, maxLength: 100 } }
    additionalProperties: false
`)

interface Pet {
  readonly id: bigint | number
}

const LEFT = /^An earlier run with this seed has left things/

t.test('a server that has what an earlier run with the seed made gets other things', async (t) => {
  const pets = new Map<string, Pet>()
  const handlers: AnyHandlers = {
    createPet({ body }: { body: Pet }) {
      if (pets.has(String(body.id))) return { status: 409, body: {} }
      pets.set(String(body.id), body)
      return { status: 201, body }
    },
    getPet({ params }: { params: Pet }) {
      const pet = pets.get(String(params.id))
      return pet === undefined ? { status: 404, body: {} } : { status: 200, body: pet }
    },
  }
  const app = await serveContract(t, await contractOf(t, PETS), { handlers })
  const run = async () => {
    const before = pets.size
    const report = await conform({
      ...{ document: JSON.parse(PETS), target: app, seed: 7, ...UNHURRIED },
    })
    const told = report.violations.map(({ check, what }) => `${check}: ${what}`)
    return { told, made: pets.size - before, notes: report.notes }
  }
  const runs = [await run(), await run(), await run(), await run()]
  const found = runs.flatMap(({ told }) => told)
  t.same(found, [])
  const seen = runs.map(({ notes }) => notes.some((each) => LEFT.test(each)))
  t.same(seen, [false, true, true, true])
  // What is the same in each run, such as the smallest identity, is there already.
  const [most, ...others] = runs.map(({ made }) => made) as [number, ...number[]]
  t.ok(Math.min(...others) > most / 2, `${most}, then ${others} things`)
})
