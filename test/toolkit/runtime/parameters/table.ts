import type { Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { literal } from '#toolkit/generator/print/print.js'
import { yamlOf } from '../../../helpers/rows.js'
import { codeFolder, typeCheck, writeFiles } from '../../../helpers/tsc.js'
import { documentOf as documentOfAll, exact, keeping } from '../keeping.js'

/** Parameters of one operation, and requests to it, each with what it becomes, as `talk` of `keeping` reads them. */
export interface Row {
  readonly name: string
  readonly parameters: readonly { readonly in: string; readonly name: string }[]
  readonly lines: readonly (readonly [request: string, outcome: string])[]
}

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
  const blocks = text.split(/^ {2}(?=\S)/m).slice(1)
  return blocks.map((block, index) => {
    const [name = '', ...lines] = block.trim().split(/\n\s*/)
    const parameters = lines.flatMap((line) => {
      const [, place = '', name = '', more = ''] = PARAMETER.exec(line) ?? []
      if (place === '') return []
      const members = yamlOf(more) as object
      const whole = 'schema' in members || 'content' in members ? members : { schema: members }
      return { name: String(yamlOf(name)), in: place, ...whole }
    })
    const places = [...new Set(parameters.map((each) => each.in))]
    const requests = lines.filter((line) => !PARAMETER.test(line))
    const outcomes = requests.map((line) => {
      const [sent = '', want = ''] = line.split(' => ')
      const all = sent.split(' || ').map((each) => `GET /${index}${requestOf(each)}`)
      const [, reason, end] = /^! (.*?)(…?)$/.exec(want) ?? []
      const got = places.length === 1 ? `{${MEMBERS[String(places)]}: ${want}}` : want
      const outcome = reason ? `40002 ${BROKEN}${reason}${end ? '' : '.'}` : `204 of ${got}`
      return [all.join(' || '), outcome] as const
    })
    return { name, parameters, lines: outcomes }
  })
}

const BROKEN = 'The request breaks the contract: '

/** The end of a target, and headers. */
function requestOf(text: string): string {
  const [target = '', ...others] = text.trim().split(' | ')
  const isTarget = /^[-?/]/.test(target)
  const headers = (isTarget ? others : [target, ...others]).map((line) =>
    line.replace(/: ('.*')$/, (_, value) => `: ${yamlOf(value)}`),
  )
  const url = isTarget ? target.replace(/^-$/, '').replaceAll(' ', '%20') : ''
  return headers.length > 0 ? `${url} (${headers.join('; ')})` : url
}

/** A document with one operation for each row; path parameters end its path. */
export function documentOf(rows: readonly Row[]): string {
  const paths = rows.map(({ parameters }, index) => {
    const pointer = `#/paths/~1${index}/get/parameters/0/schema`
    const given: Row['parameters'] = JSON.parse(
      JSON.stringify(parameters).replaceAll('#here', pointer),
    )
    const required = given.map((each) => ({
      ...(each.in === 'path' && { required: true }),
      ...each,
    }))
    const names = required.flatMap((each) => (each.in === 'path' ? `/{${each.name}}` : []))
    return [`get /${index}${names.join('')}`, { operationId: `op${index}`, parameters: required }]
  })
  return documentOfAll(Object.fromEntries(paths), { openapi: '3.2.0' })
}

/** Serves the rows, sends every request, and holds what the handler gets to what is wanted. */
export async function checkRows(t: Test, rows: readonly Row[]): Promise<void> {
  const { talk } = await keeping(t, documentOf(rows))
  for (const { name, lines } of rows)
    await t.test(name, (t) => talk(t).lines(lines.map((each) => each.join(' -> ')).join('\n')))
}

/** Holds what the handler gets to the types that it is given. */
export async function checkTypes(t: Test, rows: readonly Row[]): Promise<void> {
  const folder = codeFolder(t)
  const { files } = generateFrom(parse('a.json', documentOf(rows)))
  const values = rows.flatMap(({ lines }, index) =>
    lines.flatMap(([, outcome], n) => {
      const [, got] = outcome.split('204 of ')
      if (got === undefined) return []
      const want = exact(yamlOf(got)) as object
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
