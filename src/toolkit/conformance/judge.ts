import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { append } from '../openapi/json-pointer.js'
import { essenceOf, isJson, rangesOf } from '../openapi/media-type.js'
import { literalPattern, namesIn, partsOf } from '../openapi/path-template.js'
import { statusKeys } from '../openapi/status.js'
import { SchemaJudge } from './schemas.js'

/** A rule of the contract that a response broke. */
export interface Finding {
  /** The rule's stable name. */
  readonly rule:
    | 'operation-documented'
    | 'status-documented'
    | 'header-present'
    | 'header-valid'
    | 'media-type-documented'
    | 'body-absent'
    | 'body-json'
    | 'body-valid'
  /** JSON pointer of the rule in the document. */
  readonly pointer: string
  /** The expected and the actual value. */
  readonly message: string
}

/** One exchange with the server, as it went over the wire. */
export interface Exchange {
  readonly method: string
  /** Path of the request, relative to the base URL, without the query. */
  readonly path: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: Buffer
}

export interface Judge {
  /** Every rule that a response breaks. */
  judge(exchange: Exchange): Finding[]
}

/**
 * Makes a judge for an OpenAPI 3.1 document.
 *
 * @param document - The whole document as parsed JSON: its references stay inside it.
 * @throws {TypeError} if it is not an OpenAPI 3.1 document.
 */
export function createJudge(document: unknown): Judge {
  if (!isObject(document) || !/^3\.1\./.test(String(document.openapi))) {
    throw new TypeError('createJudge needs an OpenAPI 3.1 document')
  }
  const schemas = new SchemaJudge(document)
  return { judge: (exchange) => judgeExchange(document, schemas, exchange) }
}

function judgeExchange(document: JsonObject, schemas: SchemaJudge, exchange: Exchange): Finding[] {
  const { method, path, status } = exchange
  const operation = findOperation(document, method, path)
  if (operation === undefined) {
    return [{ rule: 'operation-documented', pointer: '#/paths', message: `${method} ${path}` }]
  }
  const response = findResponse(document, operation, status)
  if (response === undefined) {
    const pointer = append(operation.pointer, 'responses')
    return [{ rule: 'status-documented', pointer, message: `status ${status} is not documented` }]
  }
  return [
    ...judgeHeaders(document, schemas, response, exchange),
    ...judgeBody(document, schemas, response, exchange),
  ]
}

function judgeHeaders(
  document: JsonObject,
  schemas: SchemaJudge,
  response: LocatedValue,
  { headers }: Exchange,
): Finding[] {
  const documented = member(document, response, 'headers')?.value
  return Object.keys(isObject(documented) ? documented : {}).flatMap((name): Finding[] => {
    const header = member(document, response, 'headers', name) as LocatedValue
    const { pointer } = header
    const value = headers[name.toLowerCase()]
    if (value === undefined) {
      const required = isObject(header.value) && header.value.required === true
      return required ? [{ rule: 'header-present', pointer, message: `no ${name}` }] : []
    }
    const schema = member(document, header, 'schema')
    const violations = schema ? schemas.violations(schema, coerce(schema, String(value))) : []
    return violations.map((message) => {
      return { rule: 'header-valid', pointer, message: `${name}${message}` }
    })
  })
}

/** Reads a header as the number or boolean that its schema asks for. */
function coerce({ value: schema }: LocatedValue, text: string): unknown {
  const type = (schema as { type?: unknown }).type
  if (type !== 'integer' && type !== 'number' && type !== 'boolean') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function judgeBody(
  document: JsonObject,
  schemas: SchemaJudge,
  response: LocatedValue,
  { headers, body, method }: Exchange,
): Finding[] {
  const content = member(document, response, 'content')?.value
  const documented = isObject(content) ? Object.keys(content) : []
  if (method.toUpperCase() === 'HEAD') return []
  if (documented.length === 0 && body.length === 0) return []
  const { pointer } = response
  if (documented.length === 0) {
    return [{ rule: 'body-absent', pointer, message: `${body.length} bytes of body` }]
  }
  const mediaType = essenceOf(String(headers['content-type'] ?? ''))
  // The narrowest one.
  const [range] = rangesOf(mediaType).flatMap(
    (each) => documented.find((name) => essenceOf(name) === each) ?? [],
  )
  if (range === undefined) {
    const message = `${mediaType || 'no media type'} instead of ${documented.join(', ')}`
    return [{ rule: 'media-type-documented', pointer: append(pointer, 'content'), message }]
  }
  const schema = member(document, response, 'content', range, 'schema')
  return isJson(mediaType) && schema ? judgeJson(schemas, schema, body) : []
}

function judgeJson(schemas: SchemaJudge, schema: LocatedValue, body: Buffer): Finding[] {
  const { pointer } = schema
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return [{ rule: 'body-json', pointer, message: 'the body is no JSON text in UTF-8' }]
  }
  return schemas
    .violations(schema, value)
    .map((message) => ({ rule: 'body-valid', pointer, message: `body${message}` }))
}

function findOperation(
  document: JsonObject,
  method: string,
  path: string,
): LocatedValue | undefined {
  const paths = isObject(document.paths) ? document.paths : {}
  // OpenAPI 3.1, section 4.8.8: a concrete path is matched before a templated one.
  const templates = Object.keys(paths).sort((a, b) => namesIn(a).length - namesIn(b).length)
  const root = { pointer: '#', value: document }
  for (const template of templates) {
    if (!matches(template, path)) continue
    const operation = member(document, root, 'paths', template, method.toLowerCase())
    if (operation !== undefined) return operation
  }
  return undefined
}

function matches(template: string, path: string): boolean {
  const pattern = partsOf(template).map((part, at) =>
    at % 2 === 0 ? literalPattern(part) : '[^/]+',
  )
  return new RegExp(`^${pattern.join('')}$`).test(path)
}

function findResponse(
  document: JsonObject,
  operation: LocatedValue,
  status: number,
): LocatedValue | undefined {
  const documented = statusKeys(status).map((key) => member(document, operation, 'responses', key))
  return documented.find((response) => response !== undefined)
}
