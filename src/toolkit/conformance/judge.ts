import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { append } from '../openapi/json-pointer.js'
import { literalPattern, namesIn, partsOf } from '../openapi/path-template.js'
import { statusKeys } from '../openapi/status.js'
import type { Exchange, Finding } from './exchange.js'
import { judgeBody, judgeHeaders } from './response-rules.js'
import { SchemaJudge } from './schemas.js'

/** Checks responses against an OpenAPI document. */
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

function findOperation(document: JsonObject, method: string, path: string) {
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

function findResponse(document: JsonObject, operation: LocatedValue, status: number) {
  const documented = statusKeys(status).map((key) => member(document, operation, 'responses', key))
  return documented.find((response) => response !== undefined)
}
