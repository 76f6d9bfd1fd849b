import type { OperationContract } from 'fastify-contract'
import type { ParameterContract } from '#toolkit/openapi/parameter.js'
import {
  json,
  Unwritable,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '#toolkit/requests/write-parameters.js'
import type { CompiledParameters } from '#toolkit/runtime/contract/contract.js'
import { type Drawn, NOTHING } from '#toolkit/samples/index.js'
import { type Body, writeBody } from './bodies.js'

/** A request that an operation documents, and what its handler is to get. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
  readonly wanted: Readonly<Record<string, unknown>>
}

export type Draw = (schema: string) => Drawn

const ATTEMPTS = 10

/** A request to an operation, with all of its parameters as far as they can be written. */
export function requestOf(operation: OperationContract, draw: Draw, change: Change = {}): Sent {
  const { path, method, params, query, querystring, headers, cookies, requestBody } = operation
  const paths = written(params, draw, writePath, change)
  const queries = written(query, draw, writeQuery, change)
  const fields = written(headers, draw, writeHeader, change)
  const crumbs = written(cookies, draw, writeCookie, change)
  const whole = querystring && wholeQuery(querystring, draw)
  const body = requestBody && change.body !== null ? bodyOf(requestBody, draw) : undefined
  const search = [...queries.texts.values(), ...(whole ? [whole.text] : [])].join('&')
  const cookie = [...crumbs.texts.values()].join('; ')
  return {
    method,
    url: `${filled(path, paths.texts)}${search === '' ? '' : `?${search}`}`,
    headers: {
      ...Object.fromEntries(fields.texts),
      ...(cookie !== '' && { cookie }),
      ...(body && { 'content-type': body.type }),
    },
    ...(body && { payload: change.body ?? body.payload }),
    wanted: {
      ...(params && { params: paths.values }),
      ...(query && { query: queries.values }),
      ...(headers && { headers: fields.values }),
      ...(cookies && { cookies: crumbs.values }),
      ...(whole && { querystring: whole.value }),
      ...(body && 'wanted' in body && { body: body.wanted }),
    },
  }
}

/** A change to a request: a parameter or a body is another one, or left out. */
export interface Change {
  readonly parameter?: string
  readonly text?: string
  readonly body?: string | null
}

interface Written {
  readonly texts: Map<string, string>
  readonly values: Record<string, unknown>
}

type Write = (parameter: ParameterContract, value: unknown) => string

function written(
  group: CompiledParameters | undefined,
  draw: Draw,
  write: Write,
  change: Change,
): Written {
  const none = { texts: new Map<string, string>(), values: {} }
  if (group === undefined) return none
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const drawn = draw(group.schema)
    if (drawn === NOTHING) throw new Unwritable()
    const result = writeAll(group, drawn as Record<string, unknown>, write, change)
    if (group.validate(result.values) || change.parameter !== undefined) return result
  }
  throw new Unwritable()
}

function writeAll(
  { parameters }: CompiledParameters,
  drawn: Record<string, unknown>,
  write: Write,
  change: Change,
): Written {
  const texts = new Map<string, string>()
  const values = new Map<string, unknown>()
  const keys = new Set(parameters.map(({ name }) => name))
  const members = new Set<string>()
  for (const parameter of parameters) {
    const { name } = parameter
    if (change.parameter === name && change.text === undefined) continue
    const value = change.parameter === name ? change.text : own(drawn, name)
    if (value === undefined || value === null) continue
    if (isSpread(parameter, value) && isTaken(value, keys, members)) continue
    try {
      texts.set(name, write(change.parameter === name ? { name } : parameter, value))
      values.set(name, value)
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error
    }
  }
  return { texts, values: Object.fromEntries(values) }
}

/** True if the members of an object are sent beside the other parameters. */
function isSpread({ explode, style }: ParameterContract, value: unknown): value is object {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && explode === true && style === 'form'
}

/**
 * True if a parameter has the name of a member, so that the object is left out. Two objects with members
 * of one name cannot be told apart, not even where one is left out.
 */
function isTaken(value: object, keys: ReadonlySet<string>, members: Set<string>): boolean {
  const names = Object.keys(value)
  if (names.some((name) => members.has(name))) throw new Unwritable()
  for (const name of names) members.add(name)
  return names.some((name) => keys.has(name))
}

function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** Literal parts of a template are percent-encoded if they mean something in a URL. */
function filled(path: string, texts: ReadonlyMap<string, string>): string {
  return path
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      const [, name] = /^\{(.*)\}$/s.exec(part) ?? []
      if (name === undefined)
        return encodeURI(part)
          .replace(/%25(?=[\da-f]{2})/gi, '%')
          .replace(/[#?]/g, encodeURIComponent)
      const text = texts.get(name)
      if (text === undefined) throw new Unwritable()
      return text
    })
    .join('')
}

function wholeQuery(
  { parameters, schema }: CompiledParameters,
  draw: Draw,
): { text: string; value: unknown } {
  const [parameter] = parameters
  const value = draw(schema)
  if (value === NOTHING || parameter === undefined) throw new Unwritable()
  if (/json/.test(parameter.mediaType ?? ''))
    return { text: encodeURIComponent(json(value)), value }
  // A text of any other media type is written as nothing here knows.
  if (typeof value !== 'object' || value === null) throw new Unwritable()
  const fields = new Map(parameter.fields?.map((field) => [field.name, field]))
  const members = Object.entries(value)
  const text = members
    .map(([name, each]) => writeQuery(fields.get(name) ?? { name, explode: true }, each))
    .join('&')
  return { text, value }
}

function bodyOf(
  { content }: NonNullable<OperationContract['requestBody']>,
  draw: Draw,
): Body | undefined {
  const [first] = Object.entries(content)
  if (first === undefined) return undefined
  const [mediaType, media] = first
  return writeBody(mediaType, media, () => {
    const drawn = draw((media as { schema: string }).schema)
    if (drawn === NOTHING) throw new Unwritable()
    return drawn
  })
}
