import type { OperationContract } from 'fastify-contract'
import type { Operation, Parameter } from '#toolkit/conformance/document/contract.js'
import type { ParameterValue } from '#toolkit/conformance/requests/parts.js'
import { writeRequest } from '#toolkit/conformance/requests/write-request.js'
import type { ParameterContract } from '#toolkit/openapi/parameter.js'
import {
  Unwritable,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '#toolkit/requests/write-parameters.js'
import type { CompiledParameters } from '#toolkit/runtime/contract/contract.js'
import { type Drawn, NOTHING } from '#toolkit/samples/index.js'
import { bodyOf, withoutReadOnly } from './bodies.js'

/** A request that an operation documents, and what its handler is to get. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: Buffer
  readonly wanted: Readonly<Record<string, unknown>>
}

export type Draw = (schema: string) => Drawn

/** A change to a request: a parameter or a body is another one, or left out. */
export interface Change {
  readonly parameter?: string
  readonly text?: string
  readonly body?: string | null
}

type Write = (parameter: ParameterContract, value: unknown) => string

/** The members of an operation that are its parameters, where these are, and how they are written. */
const GROUPS: readonly [
  member: 'params' | 'query' | 'headers' | 'cookies',
  place: string,
  write: Write,
][] = [
  ['params', 'path', writePath],
  ['query', 'query', writeQuery],
  ['headers', 'header', writeHeader],
  ['cookies', 'cookie', writeCookie],
]

const ATTEMPTS = 10

/** A request to an operation, with all of its parameters as far as they can be written, as the kit writes it. */
export function requestOf(operation: OperationContract, draw: Draw, change: Change = {}): Sent {
  const { path, method, querystring, requestBody } = operation
  const parameters = new Map<Parameter, ParameterValue>()
  const set = (parameter: object, place: string, value: ParameterValue) =>
    parameters.set({ ...parameter, in: place } as Parameter, value)
  const wanted: Record<string, unknown> = {}
  for (const [member, place, write] of GROUPS) {
    const group = operation[member]
    if (group === undefined) continue
    const values = valuesOf(group, draw, write, change)
    wanted[member] = withoutReadOnly(byName(values), group)
    for (const [parameter, value] of values) {
      const isText = parameter.name === change.parameter
      set(parameter, place, isText ? { text: String(value) } : { value })
    }
  }
  if (querystring !== undefined) {
    const [parameter] = querystring.parameters
    const value = drawn(draw, querystring.schema)
    // A text of any other media type is written as nothing here knows.
    if (!/json/.test(parameter?.mediaType ?? '') && typeof value !== 'object')
      throw new Unwritable()
    set(parameter as ParameterContract, 'querystring', { value })
    wanted.querystring = withoutReadOnly(value, querystring)
  }
  const [media] = change.body === null ? [] : Object.entries(requestBody?.content ?? {})
  const body = media && bodyOf(...media, () => drawn(draw, (media[1] as { schema: string }).schema))
  if (body && 'wanted' in body) wanted.body = body.wanted
  const bytes = typeof change.body === 'string' ? { bytes: Buffer.from(change.body) } : {}
  const groups = { parameterGroups: [{ parameters: [...parameters.keys()] }] }
  const written = writeRequest({
    operation: { method, path: literal(path), ...groups } as never as Operation,
    parameters,
    body: body && { ...body.parts, ...bytes },
  })
  return {
    ...{ method, url: written.target, headers: Object.fromEntries(written.headers), wanted },
    ...(written.body && { payload: written.body }),
  }
}

/** The path of a template whose literal parts have signs that would end it. */
function literal(path: string): string {
  return path.replace(/[#?](?![^{}]*\})/g, encodeURIComponent)
}

function drawn(draw: Draw, schema: string): unknown {
  const value = draw(schema)
  if (value === NOTHING) throw new Unwritable()
  return value
}

type Values = ReadonlyMap<ParameterContract, unknown>

function byName(values: Values): Record<string, unknown> {
  return Object.fromEntries([...values].map(([{ name }, value]) => [name, value]))
}

/** Values of parameters that satisfy their schema together. */
function valuesOf(group: CompiledParameters, draw: Draw, write: Write, change: Change): Values {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const all = drawn(draw, group.schema) as Record<string, unknown>
    const values = writable(group, all, write, change)
    if (change.parameter !== undefined || group.validate(byName(values))) return values
  }
  throw new Unwritable()
}

/** The values that can be written, with the changed one. */
function writable(
  { parameters }: CompiledParameters,
  all: Record<string, unknown>,
  write: Write,
  change: Change,
): Values {
  const keys = new Set(parameters.map(({ name }) => name))
  const members = new Set<string>()
  const entries = parameters.flatMap((parameter): [ParameterContract, unknown][] => {
    const { name } = parameter
    const own = Object.hasOwn(all, name) ? all[name] : undefined
    const value = change.parameter === name ? change.text : own
    if (value === undefined || value === null) return []
    if (isSpread(parameter, value) && isTaken(value, keys, members)) return []
    // JSON in a parameter must not have it, also where its schema names it.
    if (parameter.mediaType && JSON.stringify(value).includes('"__proto__"')) return []
    try {
      write(change.parameter === name ? { name } : parameter, value)
      return [[parameter, value]]
    } catch (error) {
      if (error instanceof Unwritable) return []
      throw error
    }
  })
  return new Map(entries)
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
