import { isJson, parseMediaType } from '../openapi/media-type.js'
import {
  type WrittenParameter,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '../requests/write-parameters.js'
import type { CompiledParameters } from '../runtime/contract/contract.js'
import { stringify } from '../runtime/json/stringify.js'
import type { Tool } from './tools.js'

/** The request of a call, without credentials. */
export interface ToolRequest {
  readonly method: string
  /** Below the prefix of the contract. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

/** Why arguments make no request; the message is for the agent. */
export class WrongArguments extends Error {}

type ToolArguments = Readonly<Record<string, unknown>>

/** Writes the request of a tool's arguments. The operation judges it. @throws {WrongArguments} */
export function toolRequest({ operation, contentType }: Tool, args: ToolArguments): ToolRequest {
  const { method, path, pathQuery, params, query, headers, cookies } = operation
  const known: Readonly<Record<string, unknown>> = {
    params,
    query,
    headers,
    cookies,
    body: contentType,
  }
  refuseUnknown(
    'arguments',
    args,
    Object.keys(known).filter((name) => known[name] !== undefined),
  )
  let url = path.split('?')[0] as string
  for (const [parameter, text] of written('params', params, args, writePath)) {
    url = url.replaceAll(`{${parameter.name}}`, () => text)
  }
  const missing = /\{([^{}]+)\}/.exec(url)?.[1]
  if (missing !== undefined) throw new WrongArguments(`params.${missing} is missing`)
  const pairs = [
    ...(pathQuery ? [pathQuery] : []),
    ...written('query', query, args, writeQuery).map(([, text]) => text),
  ]
  const sent: Record<string, string> = {}
  for (const [{ name }, text] of written('headers', headers, args, writeHeader)) sent[name] = text
  const jar = written('cookies', cookies, args, writeCookie).map(([, text]) => text)
  if (jar.length > 0) sent.cookie = jar.join('; ')
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : ''
  const request = { method, url: `${url}${search}`, headers: sent }
  if (contentType === undefined || args.body === undefined) return request
  sent['content-type'] = contentType
  return { ...request, payload: bodyText(args.body, contentType) }
}

function bodyText(body: unknown, contentType: string): string {
  if (isJson(parseMediaType(contentType)?.essence)) {
    return attempt('body', () => stringify(body))
  }
  if (typeof body === 'string') return body
  throw new WrongArguments('body is a text')
}

/** The parameters of a location that are there, each with its text. */
function written(
  member: string,
  group: CompiledParameters | undefined,
  args: ToolArguments,
  write: (parameter: WrittenParameter, value: unknown) => string,
): (readonly [WrittenParameter, string])[] {
  const values = args[member]
  if (group === undefined || values === undefined) return []
  const isRecord = typeof values === 'object' && values !== null && !Array.isArray(values)
  if (!isRecord) throw new WrongArguments(`${member} is an object`)
  const given = values as ToolArguments
  const { parameters } = group
  refuseUnknown(
    member,
    given,
    parameters.map(({ name }) => name),
  )
  return parameters.flatMap((parameter) => {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined
    if (value === undefined) return []
    const place = `${member}.${parameter.name}`
    return [[parameter, attempt(place, () => write(parameter, value))] as const]
  })
}

function refuseUnknown(place: string, given: ToolArguments, names: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const others = names.length > 0 ? names.join(', ') : 'nothing'
  throw new WrongArguments(`${place} has no ${unknown}; it has ${others}`)
}

function attempt(place: string, write: () => string): string {
  try {
    return write()
  } catch (cause) {
    throw new WrongArguments(`${place} has a value that cannot be sent there`, { cause })
  }
}
