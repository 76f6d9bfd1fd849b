import {
  json,
  Unwritable,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '../../requests/write-parameters.js'
import type { Operation, Parameter } from '../document/contract.js'
import { codingNamed } from '../exchange/codings.js'
import { type HeaderLine, headerOf, type SentRequest } from '../exchange/request.js'
import { type ParameterValue, parametersOf, type RequestParts } from './parts.js'
import { writeBody } from './write-body.js'

/** Writes a request, without credentials. @throws {Unwritable} for what cannot be sent. */
export function writeRequest(parts: RequestParts): SentRequest {
  const { operation, body, headers = [] } = parts
  const cookies = textsOf(parts, 'cookie').map(([, text]) => text)
  const written = body && writeBody(body)
  const lines: HeaderLine[] = [
    ...textsOf(parts, 'header').map(([{ name }, text]): HeaderLine => [name, text]),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...(written?.contentType === undefined ? [] : [['Content-Type', written.contentType] as const]),
    ...headers,
  ]
  return {
    method: operation.method,
    target: targetOf(parts),
    headers: lines,
    ...(written && { body: coded(written.bytes, lines) }),
  }
}

/** Where a documented header says that the body is coded, it is. */
function coded(body: Buffer, headers: readonly HeaderLine[]): Buffer {
  const coding = codingNamed(headerOf({ headers }, 'content-encoding') ?? '')
  return coding === undefined ? body : coding.encode(body)
}

function targetOf(parts: RequestParts): string {
  const { operation } = parts
  const path = operation.path.split(/[?#]/)[0] as string
  const texts = new Map(textsOf(parts, 'path').map(([{ name }, text]) => [name, text]))
  const filled = path.split(/(\{[^{}]*\})/).map((part) => {
    const [, name] = /^\{(.*)\}$/s.exec(part) ?? []
    if (name === undefined) return literal(part)
    const text = texts.get(name)
    if (text === undefined) throw new Unwritable()
    return text
  })
  const query = [
    ...constantsOf(operation),
    ...textsOf(parts, 'query').map(([, text]) => text),
    ...textsOf(parts, 'querystring').map(([, text]) => text),
  ].filter((text) => text !== '')
  return `${filled.join('')}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** What the query of a path key says itself: `a=b` of `/pets?a=b`. What it has in braces is a parameter. */
function constantsOf({ pathQuery = '' }: Operation): string[] {
  return pathQuery.split('&').filter((pair) => !pair.includes('{'))
}

/** Literal parts of a template are percent-encoded if they mean something in a URL. */
function literal(part: string): string {
  return encodeURI(part).replace(/%25(?=[\da-f]{2})/gi, '%')
}

type Located = readonly [parameter: Parameter, text: string]

function textsOf({ operation, parameters }: RequestParts, place: Parameter['in']): Located[] {
  return parametersOf(operation).flatMap((parameter): Located[] => {
    const value = parameter.in === place ? parameters.get(parameter) : undefined
    return value === undefined ? [] : [[parameter, textOf(parameter, value)]]
  })
}

function textOf(parameter: Parameter, given: ParameterValue): string {
  if ('text' in given) return plainText(parameter, given.text)
  const { value } = given
  switch (parameter.in) {
    case 'path':
      return writePath(parameter, value)
    case 'query':
      return writeQuery(parameter, value)
    case 'header':
      return writeHeader(parameter, value)
    case 'cookie':
      return writeCookie(parameter, value)
    case 'querystring':
      return wholeQuery(parameter, value)
  }
}

/** A text in place of the value's serialization, with what belongs around it. */
function plainText({ name, in: place }: Parameter, text: string): string {
  if (place === 'query') return `${encodeURIComponent(name)}=${text}`
  return place === 'cookie' ? `${name}=${text}` : text
}

function wholeQuery({ mediaType = '', fields = [] }: Parameter, value: unknown): string {
  if (/json/.test(mediaType)) return encodeURIComponent(json(value))
  const named = new Map(fields.map((field) => [field.name, field]))
  return Object.entries(Object(value))
    .map(([name, each]) => writeQuery(named.get(name) ?? { name, explode: true }, each))
    .join('&')
}
