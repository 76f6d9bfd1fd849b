import { isObject } from '../../../openapi/json.js'
import { append, segments } from '../../../openapi/json-pointer.js'
import { alternatives, didYouMean, meantName } from '../../../shared/spelling.js'
import type { Operation } from '../../model/model.js'
import type { Cursor } from './cursor.js'
import { targetOf } from './references.js'
import { checkBodyPointer, checkExpressions, type ExpressionSource } from './runtime-expressions.js'

/** What a link needs to know of the operations that it is in and leads to. */
export type LinkedOperation = ExpressionSource & Pick<Operation, 'pointer'>

/**
 * Reports a link that leads to no operation, or gives it what it does not have (3.2, section 4.20).
 *
 * @param from - The operation that it is in, where that is known.
 */
export function checkLink(
  link: Cursor,
  operationIds: ReadonlySet<unknown>,
  operations: readonly LinkedOperation[],
  from: LinkedOperation | undefined,
): void {
  const id = link.get('operationId')
  const reference = link.get('operationRef')
  if (id !== undefined && reference !== undefined) {
    link.warn('it has `operationId` and `operationRef`, of which it can have one', 'leave one')
  } else if (id === undefined && reference === undefined && !hasOther(link)) {
    link.warn('the link leads to no operation', 'name one by its `operationId`')
  }
  checkId(id, operationIds)
  const target = linked(id, reference, operations)
  const parameters = link.get('parameters')
  for (const [name, value] of isObject(parameters?.value) ? (parameters?.entries() ?? []) : []) {
    if (target) checkName(name, value, target)
    checkExpressions(value, from)
    checkResponse(value, link)
  }
  if (parameters !== undefined && !isObject(parameters.value)) {
    parameters.warn('`parameters` of a link are no map of names to values', 'write `NAME: value`')
  }
  const body = link.get('requestBody')
  if (body) checkExpressions(body, from)
  if (body && target && target.requestBody === undefined) {
    body.warn(`the operation \`${target.operationId}\` has no request body`, 'leave it out')
  }
}

function checkResponse(text: Cursor, { pointer }: Cursor): void {
  const response = append('#', ...(segments(pointer) ?? []).slice(0, -2))
  const [, expression = ''] = /^\{?(\$response\.body#[^{}]*)\}?$/.exec(String(text.value)) ?? []
  checkBodyPointer(text, expression, response)
}

/** A misspelt member has a report of its own. */
function hasOther({ value }: Cursor): boolean {
  const known = ['operationId', 'operationRef']
  return Object.keys(value as object).some((each) => meantName(each, known) !== undefined)
}

function checkId(id: Cursor | undefined, operationIds: ReadonlySet<unknown>): void {
  if (id === undefined || typeof id.value !== 'string' || operationIds.has(id.value)) return
  const message = `no operation has the operationId \`${id.value}\``
  id.warn(message, didYouMean(id.value, [...operationIds].map(String), 'name one that there is'))
}

/** The operation that is named; that of another document is not known. */
function linked(
  id: Cursor | undefined,
  reference: Cursor | undefined,
  operations: readonly LinkedOperation[],
): LinkedOperation | undefined {
  if (id !== undefined) return operations.find((each) => each.operationId === id.value)
  const { value } = reference ?? {}
  if (reference === undefined || typeof value !== 'string' || !value.startsWith('#'))
    return undefined
  const target = targetOf(reference.quiet())
  if (target === undefined) {
    reference.warn(`nothing is at ${value}`, 'correct it: a slash of a path is written as ~1')
  }
  return operations.find(({ pointer }) => pointer === target?.fullPointer)
}

/** Header parameters that OpenAPI ignores, so that the operation does not have them here. */
const IGNORED = new Set(['accept', 'content-type', 'authorization'])

/** A parameter is named as it is, or with its place before it: `path.id` (3.2, section 4.20.2). */
function checkName(name: string, value: Cursor, target: LinkedOperation): void {
  const all = target.parameterGroups.flatMap(({ parameters }) => parameters)
  const isNamed = (each: (typeof all)[number], text: string) =>
    each.in === 'header' ? each.name === text.toLowerCase() : each.name === text
  const [, place, rest = ''] = /^(path|query|header|cookie|querystring)\.(.+)$/.exec(name) ?? []
  const isKnown = (each: (typeof all)[number]) =>
    isNamed(each, name) || (each.in === place && isNamed(each, rest))
  if (all.some(isKnown) || IGNORED.has((rest || name).toLowerCase())) return
  const names = all.map((each) => each.name)
  const own = all.find((each) => isNamed(each, rest))
  const otherwise =
    names.length === 0
      ? 'leave it out, since the operation has none'
      : `name one that it has: ${alternatives(names.slice(0, 5).map((each) => `\`${each}\``))}`
  const advice = own ? `write \`${own.in}.${rest}\`` : didYouMean(name, names, otherwise)
  value.warn(`the operation \`${target.operationId}\` has no parameter \`${name}\``, advice)
}
