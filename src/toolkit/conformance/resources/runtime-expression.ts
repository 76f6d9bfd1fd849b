import { isObject } from '../../openapi/json.js'
import { segments } from '../../openapi/json-pointer.js'
import type { Operation } from '../document/contract.js'
import { headerOf, type SentRequest } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'
import { readJson } from '../judge/json-body.js'
import { keyOf } from '../requests/identities.js'
import { valuesIn } from './thing-paths.js'

/** A request and its response, which runtime expressions are about. */
export interface KnownExchange {
  readonly operation: Operation
  readonly baseUrl: string
  readonly request: SentRequest
  readonly response: ReceivedResponse
}

/** What a constant or a runtime expression stands for (3.1, section 4.8.20.4); `undefined` if that is nothing. */
export function evaluated(exchange: KnownExchange, given: unknown): unknown {
  if (typeof given !== 'string') return given
  if (given.startsWith('$')) return expressed(exchange, given)
  let isWhole = true
  const text = given.replace(/\{(\$[^{}]*)\}/g, (_, expression: string) => {
    const value = expressed(exchange, expression)
    if (value === undefined) isWhole = false
    return String(value)
  })
  return isWhole ? text : undefined
}

function expressed(exchange: KnownExchange, expression: string): unknown {
  const { baseUrl, request, response, operation } = exchange
  const [, source, place = '', name = ''] =
    /^\$(request|response)\.(header|query|path|body)[.]?(.*)$/s.exec(expression) ?? []
  if (expression === '$url') return baseUrl + request.target
  if (expression === '$method') return request.method
  if (expression === '$statusCode') return response.status
  if (source === undefined) return undefined
  const message = source === 'request' ? request : response
  if (place === 'header') return headerOf(message, name)
  if (place === 'body') return partOf(message.body ?? Buffer.alloc(0), name)
  if (place === 'path')
    return valuesIn(operation.path, request.target).get(keyOf(operation.path, name))
  return new URL(request.target, 'http://localhost').searchParams.get(name) ?? undefined
}

function partOf(body: Buffer, fragment: string): unknown {
  const read = readJson(body)
  const keys = fragment === '' ? [] : segments(fragment)
  if (!('value' in read) || keys === undefined) return undefined
  return keys.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)]
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, read.value)
}
