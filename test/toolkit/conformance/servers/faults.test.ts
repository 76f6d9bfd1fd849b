import t from 'tap'
import { someAtOnce } from './at-once.js'
import { apiOf } from './exchange/api.js'
import { disputed } from './faults/certainty.js'
import { faults } from './faults.js'
import type { ContractName } from './kernel/document.js'
import { startServer } from './start.js'

/** The error that an exchange with a server ends with. */
async function failureOf(contract: ContractName, name: string, isFaulty: boolean) {
  const { exchange } = faults[contract].find((each) => each.name === name) ?? {}
  const server = await startServer(contract, isFaulty ? name : undefined)
  try {
    return await exchange?.(apiOf(server.url, server.credentials)).then(() => undefined, String)
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

t.test('what is disputed is a fault', async (t) => {
  const names = Object.values(faults).flatMap((each) => each.map(({ name }) => name))
  const found = new Set(names.map((name) => name.replace(/^create-/, '')))
  t.same(
    [...disputed].filter((name) => !found.has(name)),
    [],
  )
})
