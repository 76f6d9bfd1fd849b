import { errors } from 'fastify-contract'
import type { Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { literal } from '#toolkit/generator/print/print.js'
import { refused } from '../../../helpers/refused.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'
import { codeFolder, typeCheck, writeFiles } from '../../../helpers/tsc.js'

/** The parts of a request: the end of a path, a query, headers. */
export interface Sent {
  readonly path?: string
  readonly query?: string
  readonly headers?: Record<string, string | string[]>
}

/** The outcome of a request: the parameters of one place, or the problem with it. */
export type Case = readonly [sent: Sent, want: object | RegExp]

/** Parameters of one operation, and what requests of it become. */
export type Row = readonly [name: string, parameters: readonly object[], ...cases: Case[]]

/** A document with one operation for each row; the first path parameter ends its path. */
export function documentOf(rows: readonly Row[], openapi = '3.2.0'): string {
  const paths = rows.map(([, parameters], index) => {
    const names = (parameters as { in: string; name: string }[])
      .filter((each) => each.in === 'path')
      .map(({ name }) => `{${name}}`)
    const end = names.length === 0 ? '' : `/${names.join('/')}`
    const required = parameters.map((each) => ({
      ...((each as { in: string }).in === 'path' && { required: true }),
      ...each,
    }))
    const operation = {
      operationId: `op${index}`,
      parameters: required,
      responses: { '204': { description: 'Done.' } },
    }
    return [`/${index}${end}`, { get: operation }]
  })
  return JSON.stringify({
    openapi,
    info: { title: 'Table', version: '1' },
    paths: Object.fromEntries(paths),
  })
}

/** Serves the rows, sends every request, and holds what the handler gets to what is wanted. */
export async function checkRows(t: Test, rows: readonly Row[]): Promise<void> {
  const contract = await contractOf(t, documentOf(rows))
  const seen: Record<string, unknown>[] = []
  const see = (request: object) => {
    seen.push(request as Record<string, unknown>)
    return { status: 204 }
  }
  const handlers = Object.fromEntries(rows.map((_, index) => [`op${index}`, see]))
  const app = await serveContract(t, contract, { handlers })
  for (const [index, [name, , ...cases]] of rows.entries()) {
    await t.test(name, async (t) => {
      for (const [{ path = '', query = '', headers = {} }, want] of cases) {
        const url = `/${index}${path}${query}`
        const response = await app.inject({ url, headers })
        const title = `${url.slice(0, 200)} ${JSON.stringify(headers)}`
        if (want instanceof RegExp) {
          refused(t, response, { error: errors.contractViolation.error, message: want }, title)
          t.same(seen.splice(0), [])
          continue
        }
        t.equal(response.statusCode, 204, `${title} ${response.body}`)
        const {
          signal: _,
          fastify: ____,
          abortState: __,
          log: ___,
          reply: _____,
          ...found
        } = seen.splice(0)[0] as Record<string, unknown>
        t.strictSame(found, want, title)
      }
    })
  }
}

/** Holds what the handler gets to the types that it is given. */
export async function checkTypes(t: Test, rows: readonly Row[]): Promise<void> {
  const folder = codeFolder(t)
  const { files } = generateFrom(parse('a.json', documentOf(rows)))
  const values = rows.flatMap(([, , ...cases], index) =>
    cases.flatMap(([, want], n) => {
      if (want instanceof RegExp) return []
      const members = Object.keys(want).map((each) => `'${each}'`)
      const type = `Pick<operations.Op${index}Request, ${members.join(' | ')}>`
      return `export const v${index}_${n}: ${type} = ${literal(want)}\n`
    }),
  )
  const text = `import type * as operations from './operations.js'\n${values.join('')}`
  await writeFiles(folder, [...files, { name: 'values.ts', text }])
  const problems = await typeCheck(folder)
  // Members that the schema only allows are excess in a literal, and in nothing else.
  t.same(
    problems.filter((problem) => !/TS2353|TS2561/.test(problem)),
    [],
  )
}
