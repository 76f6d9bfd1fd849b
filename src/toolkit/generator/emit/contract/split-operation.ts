import { setOwn } from '../../../openapi/json.js'
import type { OperationRoute } from '../../../openapi/operation-route.js'
import type { Model, Operation, SchemaUses } from '../../model/model.js'
import { Expression, expression } from '../../print/print.js'
import type { Texts } from '../../print/print-cache.js'
import { route } from './operation-contract.js'

/** An operation in two: what its route needs, and what its first request needs. */
export interface Split {
  readonly head: OperationRoute
  readonly parts: unknown
  /** The names of the declarations that the parts use, as they stand beside them. */
  readonly uses: readonly string[]
}

/** The name of the constant that is an operation. */
export function constantName(typeName: string): string {
  return `${typeName}Operation`
}

const known = new WeakMap<Model, readonly Split[]>()

/** The operations of a model in two. */
export function splitsOf(model: Model, texts: Texts): readonly Split[] {
  const before = known.get(model)
  if (before !== undefined) return before
  const splits = model.operations.map((operation) =>
    texts.of('split', operation, () => split(operation, model.uses)),
  )
  known.set(model, splits)
  return splits
}

function split(operation: Operation, uses: SchemaUses): Split {
  const whole = route(operation, uses) as OperationRoute
  const { operationId, method, path, url, paramLength, security, unserved, ...rest } = whole
  const names = new Set<string>()
  return {
    head: {
      ...{ operationId, method, path, url },
      ...(paramLength !== undefined && { paramLength }),
      security,
      ...(unserved !== undefined && { unserved }),
    },
    parts: withoutModules(rest, names),
    uses: [...names],
  }
}

/** The same value with `isPlant` for `validators.isPlant`; collects these names. */
function withoutModules(value: unknown, uses: Set<string>): unknown {
  if (value instanceof Expression) {
    const [module, name] = /^(?:conversions|serializers|validators)\.(.*)$/.exec(value.code) ?? []
    if (module === undefined || name === undefined) return value
    uses.add(name)
    return expression(name)
  }
  if (Array.isArray(value)) return value.map((each) => withoutModules(each, uses))
  if (typeof value !== 'object' || value === null) return value
  const members: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value))
    setOwn(members, name, withoutModules(each, uses))
  return members
}
