import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { tableOf } from '../../../helpers/rows.js'

type Schemas = Readonly<Record<string, unknown>>

/** A document of these paths, or of a table, and whatever else it says. */
export function documentOf<Paths extends object, More extends object>(
  paths: Paths | string,
  more?: More,
) {
  const { paths: all, ...members } = typeof paths === 'string' ? membersIn(paths) : { paths }
  const head = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: all as Paths }
  return { ...head, ...members, ...(more as More) }
}

/** The contract of such a document. */
export function contractOf(paths: object | string, more?: object): TestedContract {
  return new TestedContract(documentOf(paths, more))
}

/**
 * The members of a document that a table has: its paths, schemas by names in upper case, schemes of security, and
 * others, `servers | [{url: /v1}]`.
 */
function membersIn(table: string) {
  const lines = table.split('\n').filter((line) => line.trim() !== '')
  const isPath = (line: string) => /^\s*[A-Z]+ \//.test(line)
  const others = lines.filter((line) => !isPath(line)).map((line) => tableOf(line)[0] as [string])
  const schemas = Object.fromEntries(others.filter(([name]) => /^[A-Z]/.test(name)))
  const { securitySchemes = {}, ...more } = Object.fromEntries(
    others.filter(([name]) => !(name in schemas)),
  )
  const paths = pathsOf(lines.filter(isPath).join('\n'))
  return { paths, components: { schemas, securitySchemes }, ...more }
}

/** Parameters of a place, by their names; those with an exclamation mark are required. */
export const parametersIn = (place: 'path' | 'query' | 'header', schemas: Schemas = {}) =>
  Object.entries(schemas).map(([name, schema]) => ({
    name: name.replace('!', ''),
    in: place,
    required: place === 'path' || name.endsWith('!'),
    schema,
  }))

/**
 * The paths of a table with a row for each operation: `POST /pets addPet`, and in YAML what it asks for and what it
 * answers, `{asks: Pet, 201: Pet, 400: null}`. These are schemas, names of `schemas`, lists of one, contents by media
 * types, or whole responses; `path`, `query` and `header` have schemas of parameters. All else is as OpenAPI has it.
 */
export const pathsOf = (table: string) => pathsWith({})(table)

export const pathsWith = (schemas: Schemas) => (table: string) => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, row = {}] of tableOf<[name: string, row?: Row]>(table)) {
    const [method = '', path = '', operationId] = name.split(' ')
    const operation = { ...(operationId && { operationId }), ...operationOf(path, row, schemas) }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return paths
}

interface Row extends Schemas {
  readonly asks?: unknown
  readonly path?: Schemas
  readonly query?: Schemas
  readonly header?: Schemas
  readonly parameters?: readonly object[]
}

function operationOf(
  at: string,
  { asks, path, query, header, parameters = [], ...rest }: Row,
  schemas: Schemas,
): object {
  const isStatus = ([key]: [string, unknown]) => /^(\dXX|\d{3}|default)$/.test(key)
  const all = Object.entries(rest)
  const texts = [...at.replace(/\?.*/, '').matchAll(/\{(\w+)\}/g)].map(([, id]) => [
    id,
    { type: 'string' },
  ])
  const inPlace = (place: Parameters<typeof parametersIn>[0], given: Schemas = {}) =>
    parametersIn(place, given).map((each) => ({ ...each, schema: schemaOf(each.schema, schemas) }))
  const given = [
    ...inPlace('path', { ...Object.fromEntries(texts), ...path }),
    ...inPlace('query', query),
    ...inPlace('header', header),
    ...parameters,
  ]
  const answers = all.filter(isStatus).map(([status, answer]) => {
    if (answer === null) return [status, { description: 'It.' }]
    const isWhole = 'description' in Object(answer)
    return [status, isWhole ? answer : { description: 'It.', content: contentOf(answer, schemas) }]
  })
  return {
    ...Object.fromEntries(all.filter((each) => !isStatus(each))),
    ...(given.length > 0 && { parameters: given }),
    ...(asks !== undefined && {
      requestBody: { required: true, content: contentOf(asks, schemas) },
    }),
    responses: Object.fromEntries(answers),
  }
}

function contentOf(given: unknown, schemas: Schemas): object {
  const isByTypes = Object.keys(Object(given)).some((name) => name.includes('/'))
  return isByTypes ? Object(given) : { 'application/json': { schema: schemaOf(given, schemas) } }
}

function schemaOf(given: unknown, schemas: Schemas): unknown {
  if (Array.isArray(given)) return { type: 'array', items: schemaOf(given[0], schemas) }
  if (typeof given === 'string' && !(given in schemas)) throw new Error(`no schema is ${given}`)
  return typeof given === 'string' ? schemas[given] : given
}
