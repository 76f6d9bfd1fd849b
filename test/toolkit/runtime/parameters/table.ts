import { errors } from 'fastify-contract'
import type { Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { literal } from '#toolkit/generator/print/print.js'
import { refused } from '../../../helpers/refused.js'
import { yamlOf } from '../../../helpers/rows.js'
import { codeFolder, typeCheck, writeFiles } from '../../../helpers/tsc.js'
import { documentOf as documentOfAll, exact, keeping } from '../keeping.js'

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

// What many rows have, in YAML.
export const INT = '{type: integer}'
export const INT64 = '{type: integer, format: int64}'
export const TEXT = '{type: string}'
export const INTS = `{type: array, items: ${INT}}`
export const STRINGS = `{type: array, items: ${TEXT}}`
export const DEEP = 'style: deepObject, explode: true'
export const FORM = 'application/x-www-form-urlencoded'
/** The schema of the first parameter of the same row. */
export const HERE = "{$ref: '#here'}"

export const ONCE = 'must be given once: it is one value, and no list'
export const UTF8 = 'must be percent-encoded UTF-8'

const MEMBERS: Readonly<Record<string, string>> = {
  ...{ path: 'params', query: 'query', header: 'headers', cookie: 'cookies' },
  querystring: 'querystring',
}

const PARAMETER = /^(path|query|header|cookie|querystring) ('(?:[^']|'')*'|\S+) (\{.*\})$/

/**
 * Rows as text: a name; below it its parameters, each with its place, its name, and its schema or all that it has;
 * and requests with what they become. Requests with the same outcome stand in one line, between ` || `; the target
 * and the headers of one request between ` | `. An outcome is what the handler gets of the place of the parameters,
 * or of each place if there are several. `!` begins the reason of a refusal; `…` ends one that goes on.
 */
export function rowsFrom(text: string): Row[] {
  return text
    .split(/^ {2}(?=\S)/m)
    .slice(1)
    .map((block): Row => {
      const [name = '', ...lines] = block
        .trim()
        .split('\n')
        .map((line) => line.trim())
      const found = lines.map((line) => PARAMETER.exec(line) ?? line)
      const parameters = found.flatMap((each) =>
        typeof each === 'string' ? [] : parameterOf(each),
      )
      const cases = found.flatMap((each) =>
        typeof each === 'string' ? casesOf(each, parameters) : [],
      )
      return [name, parameters, ...cases]
    })
}

function casesOf(line: string, parameters: readonly { in: string }[]): Case[] {
  const [sent = '', want = ''] = line.split(' => ')
  return sent.split(' || ').map((each) => [sentOf(each), wanted(want, parameters)])
}

function parameterOf([, place = '', name = '', text = '']: RegExpExecArray) {
  const more = yamlOf(text) as object
  const isWhole = 'schema' in more || 'content' in more
  return { name: String(yamlOf(name)), in: place, ...(isWhole ? more : { schema: more }) }
}

function sentOf(text: string): Sent {
  const [target = '', ...others] = text.trim().split(' | ')
  if (target === '-') return {}
  if (target.startsWith('/'))
    return { path: target, ...(others.length > 0 && { headers: headersOf(others) }) }
  return target.startsWith('?') ? { query: target } : { headers: headersOf([target, ...others]) }
}

function headersOf(lines: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? []
    headers[name] = [
      ...(headers[name] ?? []),
      value.startsWith("'") ? String(yamlOf(value)) : value,
    ]
  }
  return headers
}

function wanted(text: string, parameters: readonly { in: string }[]): object | RegExp {
  const [, reason = '', end] = /^! (.*?)(…?)$/.exec(text) ?? []
  if (reason !== '') {
    const escaped = reason.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    return new RegExp(`^The request breaks the contract: ${escaped}${end ? '' : '\\.$'}`)
  }
  const value = text === 'undefined' ? undefined : exact(yamlOf(text))
  const places = new Set(parameters.map((each) => each.in))
  return places.size === 1 ? { [MEMBERS[[...places].join()] as string]: value } : (value as object)
}

/** A document with one operation for each row; path parameters end its path. */
export function documentOf(rows: readonly Row[]): string {
  const paths = rows.map(([, parameters], index) => {
    const pointer = `#/paths/~1${index}/get/parameters/0/schema`
    const given = JSON.parse(JSON.stringify(parameters).replaceAll('#here', pointer))
    const required = (given as { in: string; name: string }[]).map((each) => {
      return { ...(each.in === 'path' && { required: true }), ...each }
    })
    const names = required.flatMap((each) => (each.in === 'path' ? `/{${each.name}}` : []))
    return [`get /${index}${names.join('')}`, { operationId: `op${index}`, parameters: required }]
  })
  return documentOfAll(Object.fromEntries(paths), { openapi: '3.2.0' })
}

/** Serves the rows, sends every request, and holds what the handler gets to what is wanted. */
export async function checkRows(t: Test, rows: readonly Row[]): Promise<void> {
  const { app, kept } = await keeping(t, documentOf(rows))
  for (const [index, [name, , ...cases]] of rows.entries()) {
    await t.test(name, async (t) => {
      for (const [{ path = '', query = '', headers = {} }, want] of cases) {
        const url = `/${index}${path}${query}`
        const response = await app.inject({ url, headers })
        const title = `${url.slice(0, 200)} ${JSON.stringify(headers)}`
        if (want instanceof RegExp) {
          refused(t, response, { error: errors.contractViolation.error, message: want }, title)
        } else t.equal(response.statusCode, 204, `${title} ${response.body}`)
        t.strictSame(kept.splice(0), want instanceof RegExp ? [] : [want], title)
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
