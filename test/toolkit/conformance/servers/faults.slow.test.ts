import t from 'tap'
import { someAtOnce } from './at-once.js'
import { apiOf } from './exchange/api.js'
import { faults } from './faults.js'
import type { ContractName } from './kernel/document.js'
import { startServer } from './start.js'

/** Milliseconds for an answer: a correct server has them on any machine, one that is silent is waited for. */
const PATIENCE = { correct: 240_000, faulty: 1_000 }

/** How many requests come at once where several do. */
const AT_ONCE = 3

/** A pause that ends when all that come at once are there. */
function meeting(): () => Promise<void> {
  let here = 0
  let meet = () => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  return () => {
    here += 1
    if (here === AT_ONCE) meet()
    return met
  }
}

/** The error that an exchange with a server ends with. */
async function failureOf(contract: ContractName, name: string, isFaulty: boolean) {
  const { exchange } = faults[contract].find((each) => each.name === name) ?? {}
  const server = await startServer(contract, isFaulty ? name : undefined, meeting())
  const patience = isFaulty ? PATIENCE.faulty : PATIENCE.correct
  try {
    return await exchange?.(apiOf(server.url, server.credentials, patience)).then(
      () => undefined,
      String,
    )
  } finally {
    await server.close()
  }
}

for (const [contract, least] of [
  ['plants', 70],
  ['catalog', 150],
] as const) {
  t.test(`each fault of ${contract} is one`, async (t) => {
    const names = faults[contract].map(({ name }) => name)
    t.ok(names.length >= least, `there are ${names.length}`)
    t.same(names.length, new Set(names).size, 'names are different')
    // They wait more than they work.
    const results = await someAtOnce(names, 8, async (name) => ({
      name,
      correct: await failureOf(contract, name, false),
      faulty: await failureOf(contract, name, true),
    }))
    for (const { name, correct, faulty } of results) {
      t.equal(correct, undefined, `${name}: the correct server passes`)
      t.ok(faulty, `${name}: the faulty server fails`)
    }
  })
}
