import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { type Contract, serve } from 'fastify-contract'
import { loadContract } from '#toolkit/cli/mock/mock-app.js'
import { chance } from '../../toolkit/runtime/json/random.js'
import { drawing, everybody, partsOf, start } from '../served/boot.js'
import { mutant, type Seed } from './mutate.js'
import { type Document, readDocument } from './oracle/document.js'
import { verdictOf, type Wire } from './oracle/verdict.js'
import { normal, seedsOf } from './seeds.js'
import { newTally, count as note, type Tally } from './tally.js'

export interface Plan {
  readonly id: string
  readonly file: string
  readonly count: number
  /** The same seed sends the same requests. */
  readonly seed: number
  readonly formats?: Readonly<Record<string, string>>
}

const BATCH = 64

/** Serves a document, and sends it requests that are valid, or were before something was changed. */
export async function bombard({ id, file, count, seed, formats = {} }: Plan): Promise<Tally> {
  const { contract, remove } = await loadContract(file, { formats })
  const document = await readDocument(file)
  const operations = await Promise.all(contract.operations.map(partsOf))
  const served = operations.filter(({ unserved }) => unserved === undefined)
  const seeds = weighed(seedsOf(served, await drawing(contract)))
  const app = await listening(contract)
  const tally = newTally(id, contract.operations.length)
  const since = performance.now()
  for (let index = 0; index < count && seeds.all.length > 0; index += BATCH) {
    const several = Array.from({ length: Math.min(BATCH, count - index) }, (_, each) =>
      one(app, document, seeds, seed + index + each, tally),
    )
    await Promise.all(several)
  }
  tally.ms = performance.now() - since
  await app.close()
  remove()
  return tally
}

interface Seeds {
  readonly all: readonly Seed[]
  /** Those with a JSON body, where there are such: half of the requests are made of them. */
  readonly bodies: readonly Seed[]
}

function weighed(all: readonly Seed[]): Seeds {
  const bodies = all.filter(({ wire }) => /json/.test(wire.headers['content-type'] ?? ''))
  return { all, bodies: bodies.length > 0 ? bodies : all }
}

function listening(contract: Contract): Promise<FastifyInstance> {
  const handlers = Object.fromEntries(
    contract.operations.map(({ operationId }) => [operationId, () => ({ status: 204 })]),
  )
  const security = everybody(contract)
  return start(serve(contract as Contract<object>, { handlers, security, responses: 'off' }))
}

/** Sends the request of a number, and compares the answer with the second opinion. */
async function one(
  app: FastifyInstance,
  document: Document,
  seeds: Seeds,
  number: number,
  tally: Tally,
): Promise<void> {
  const random = chance(number)
  const changed = mutant(random.pick(random.below(2) === 0 ? seeds.bodies : seeds.all), random)
  const wire = { ...changed, url: normal(changed.url) }
  const verdict = verdictOf(document, wire)
  const { statusCode, body } = await app.inject(injected(wire))
  const status = statusCode === 204 ? 200 : statusCode
  note(tally, wire, verdict, { status, body }, number)
}

function injected({ method, url, headers, payload }: Wire) {
  return { method: method as 'GET', url, headers: { ...headers }, ...(payload && { payload }) }
}
