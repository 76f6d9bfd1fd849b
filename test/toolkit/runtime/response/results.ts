import type { Contract, ResponseChecks } from 'fastify-contract'
import type { Test } from 'tap'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { type AnyHandlers, serveLogged } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { exact } from '../keeping.js'

/** What a handler returns, or what makes that; a request and what is answered; and the fault that the log has of it. */
export type Row = readonly [result: unknown, line: string, told?: string | undefined]

/** Rows as text, with results in YAML. */
export const resultsIn = (text: string): Row[] =>
  rowsOf(text).map(([result = '', line = '', told]) => [exact(yamlOf(result)), line, told])

/** Holds results to what is answered; every other handler is asynchronous. */
export const checkResults = (
  t: Test,
  contract: Contract<AnyHandlers>,
  responses?: ResponseChecks,
) => ({
  async rows(rows: string | readonly Row[]): Promise<void> {
    let result: unknown
    let calls = 0
    const handler = () => (calls++ % 2 ? result : Promise.resolve(result))
    const all = contract.operations.map(({ operationId }) => [operationId, handler])
    const handlers: AnyHandlers = Object.fromEntries(all)
    const { app, lines, faults } = await serveLogged(t, contract, {
      handlers,
      ...(responses && { responses }),
    })
    for (const [given, line, told] of typeof rows === 'string' ? resultsIn(rows) : rows) {
      result = typeof given === 'function' ? given() : given
      lines.length = 0
      await checkTalk(t, app).lines(line)
      const isFailure = line.includes('-> 50000')
      const msg = isFailure ? 'request failed' : 'response breaks the contract'
      const [first, ...others] = faults()
      if (told === undefined) t.equal(first, undefined, line)
      else t.match(first, { msg, reqId: String, err: { message: told } }, line)
      if (isFailure) t.same(others, [], line)
    }
  },
})
