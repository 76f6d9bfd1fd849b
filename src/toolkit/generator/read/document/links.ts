import { isObject } from '../../../openapi/json.js'
import { didYouMean } from '../../../shared/spelling.js'
import type { Operation } from '../../model/model.js'
import type { Cursor } from './cursor.js'
import { targetOf } from './references.js'
import { checkExpressions, type ExpressionSource } from './runtime-expressions.js'
import { hasNearly } from './unknown-members.js'

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
  // A misspelt member has a report of its own.
  const isNamed = hasNearly(link, 'operationId') || hasNearly(link, 'operationRef')
  if (id === undefined && reference === undefined && !isNamed) {
    link.warn('the link leads to no operation', 'name one by its `operationId`')
  }
  if (typeof id?.value === 'string' && !operationIds.has(id.value)) {
    const message = `no operation has the operationId \`${id.value}\``
    id.warn(message, didYouMean(id.value, [...operationIds].map(String), 'name one that there is'))
  }
  const target = linked(id, reference, operations)
  const parameters = link.get('parameters')?.withFields('it is ignored')
  for (const [name, value] of isObject(parameters?.value) ? (parameters?.entries() ?? []) : []) {
    if (target) checkName(name, value, target)
    checkExpressions(value, value.value, from)
  }
  const body = link.get('requestBody')
  if (body) checkExpressions(body, body.value, from)
  if (body && target && target.requestBody === undefined) {
    body.warn(`the operation \`${target.operationId}\` has no request body`, 'leave it out')
  }
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

/** Headers that a parameter cannot name (3.1, section 4.8.12.2.1), so that no operation has it; in 2.0 it can. */
export const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** A parameter is named as it is, or with its place before it: `path.id` (3.2, section 4.20.2). */
function checkName(name: string, value: Cursor, { operationId, ...target }: LinkedOperation): void {
  const [, place, rest = name] = /^(path|query|header|cookie|querystring)\.(.+)$/.exec(name) ?? []
  const all = target.parameterGroups.flatMap(({ parameters }) => parameters)
  const isKnown = all.some((each) => {
    const text = (one: string) => (each.in === 'header' ? one.toLowerCase() : one)
    return each.name === text(name) || (each.in === place && each.name === text(rest))
  })
  if (isKnown || IGNORED_HEADERS.has(rest.toLowerCase())) return
  const names = all.map((each) => each.name)
  const advice = didYouMean(name, names, `use ${names.join(', ') || 'none, since it has none'}`)
  value.warn(`the operation \`${operationId}\` has no parameter \`${name}\``, advice)
}
