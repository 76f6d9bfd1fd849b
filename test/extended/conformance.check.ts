import process from 'node:process'
import { conform, type Report } from 'fastify-contract/conformance'
import t from 'tap'
import { isMeant } from '../toolkit/conformance/servers/faults/meant.js'
import { faults } from '../toolkit/conformance/servers/faults.js'
import { documentFile } from '../toolkit/conformance/servers/kernel/document.js'
import { securityOf, startServer, startVariant } from '../toolkit/conformance/servers/start.js'
import { variants } from '../toolkit/conformance/servers/variants.js'
import { isClean } from './clean.js'

const CONTRACTS = ['plants', 'catalog'] as const

const IS_WHOLE = process.env.CONFORM === 'all'

/** Every so many faults one is tried; `CONFORM=all` tries each, which takes half an hour. */
const STEP = IS_WHOLE ? { plants: 1, catalog: 1 } : { plants: 7, catalog: 18 }

const TIME = 10

/** Seconds for a fault: what is searched for last may find it. */
const FAULT_TIME = 20

/** Seeds that make other requests than the usual one. */
const SEEDS = IS_WHOLE ? Array.from({ length: 19 }, (_, at) => at + 2) : [20]

const SEED_TIME = IS_WHOLE ? 60 : 25

/** The least share of faults that the kit finds. */
const LEAST = { plants: 0.8, catalog: 0.7 }

t.setTimeout(0)

const checksOf = ({ violations }: Report) => [...new Set(violations.map(({ check }) => check))]

for (const contract of CONTRACTS) {
  const document = documentFile(contract)
  t.test(`the kit finds faults of ${contract}`, { timeout: 0 }, async (t) => {
    const tried = faults[contract].filter((_, index) => index % STEP[contract] === 0)
    const missed: string[] = []
    const otherwise: string[] = []
    for (const { name, says, check: kind } of tried) {
      const server = await startServer(contract, name)
      const security = securityOf(server)
      const options = { document, target: server.url, security, owners: true, time: FAULT_TIME }
      let checks = checksOf(await conform({ ...options, failFast: true }))
      const isFound = checks.length > 0
      // What a fault breaks besides may be seen first.
      if (isFound && !checks.some((each) => isMeant(kind, each)))
        checks = checksOf(await conform(options))
      if (!isFound) missed.push(`${name}: ${says}`)
      else if (!checks.some((each) => isMeant(kind, each)))
        otherwise.push(`${name} (${kind}): ${checks}`)
      await server.close()
    }
    const found = tried.length - missed.length
    t.comment(`${found} of ${tried.length} faults found`)
    for (const each of missed) t.comment(`not found: ${each}`)
    t.ok(found / tried.length >= LEAST[contract], missed.join('\n'))
    t.same(otherwise, [], 'each is found by a check that is meant for it')
  })

  t.test(`correct servers of ${contract} are clean`, { timeout: 0 }, async (t) => {
    const chosen = variants.filter((_, index) => index % (IS_WHOLE ? 1 : 3) === 0)
    for (const name of chosen) {
      t.comment(name)
      const { url, credentials, close } = await startVariant(contract, name)
      await isClean(
        t,
        { document, target: url, security: securityOf({ credentials }), owners: true, time: TIME },
        [1],
      )
      await close()
    }
    for (const seed of SEEDS) {
      const { url, credentials, close } = await startServer(contract)
      const security = securityOf({ credentials })
      await isClean(t, { document, target: url, security, owners: true, time: SEED_TIME }, [seed])
      await close()
    }
  })
}
