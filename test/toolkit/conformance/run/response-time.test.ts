import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor } from '../helpers/kit.js'

const contract = contractOf('GET /a a | {204: null}')
const operation = contract.operations[0] as Operation

/** What a run finds whose responses take so many milliseconds, one after the other. */
async function found(responseTime: number | undefined, ...times: number[]) {
  const left = [...times]
  const send = async () => {
    return { status: 204, headers: [], body: Buffer.alloc(0), ms: left.shift() ?? 0 }
  }
  const target = Object.assign(new NoTarget('a:1'), { send })
  const kit = kitFor(contract, target, { responseTime })
  await kit.scenario({ operation, pointer: operation.pointer, what: 'w' }, async (run) => {
    await run.send({ method: 'GET', target: '/a', headers: [] }, operation)
  })
  return kit.violations.map(({ check, pointer, expected, received }) => {
    return [check, pointer, expected, received].join(' | ')
  })
}

t.test('a response that is late each time is a violation, where there is a limit', async (t) => {
  const late = 'response-time | #/paths/~1a/get | a response in 100 ms | status 204 after 102 ms'
  t.same(await found(100, 101.5, 150, 130), [late])
  t.same(await found(undefined, 101.5, 150, 130), [])
  t.same(await found(100, 100, 100, 100), [])
  t.same(await found(100, 101.5, 150, 20), [], 'the machine was slow for a moment')
})
