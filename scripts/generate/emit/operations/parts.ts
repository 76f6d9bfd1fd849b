import type { Operation } from '../../model/model.js'
import { Expression, expression } from '../print/print.js'
import { route } from './route.js'

/** Where an operation is served, and to whom. */
export interface Head {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly url: string
  readonly security: unknown
  readonly unserved?: string
}

/** An operation in two: what its route needs, and what its first request needs. */
export interface Split {
  readonly head: Head
  readonly parts: unknown
  /** The names of the declarations that the parts use, as they stand beside them. */
  readonly uses: readonly string[]
}

/** The name of the constant that is an operation. */
export function constantName(typeName: string): string {
  return `${typeName}Operation`
}

export function split(operation: Operation, withInt64: ReadonlySet<string>): Split {
  const whole = route(operation, withInt64) as Head
  const { operationId, method, path, url, security, unserved, ...rest } = whole
  const uses = new Set<string>()
  return {
    head: {
      ...{ operationId, method, path, url, security },
      ...(unserved !== undefined && { unserved }),
    },
    parts: withoutModules(rest, uses),
    uses: [...uses],
  }
}

/** The same value with `isPlant` for `validators.isPlant`; collects these names. */
function withoutModules(value: unknown, uses: Set<string>): unknown {
  if (value instanceof Expression) {
    const name = value.code.replace(/^(int64|serializers|validators)\./, '')
    uses.add(name)
    return expression(name)
  }
  if (Array.isArray(value)) return value.map((each) => withoutModules(each, uses))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  return Object.fromEntries(members.map(([key, each]) => [key, withoutModules(each, uses)]))
}
