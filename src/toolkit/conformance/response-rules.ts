import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { append } from '../openapi/json-pointer.js'
import { essenceOf, isJson, rangesOf } from '../openapi/media-type.js'
import type { Exchange, Finding } from './exchange.js'
import type { SchemaJudge } from './schemas.js'

export function judgeHeaders(
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

export function judgeBody(
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
  const violations = schemas.violations(schema, value)
  return violations.map((message) => ({ rule: 'body-valid', pointer, message: `body${message}` }))
}
