import { literalPattern, namesIn, partsOf, withoutQuery } from '../../openapi/path-template.js'
import { memoize } from '../../shared/memoize.js'
import { decoded } from '../exchange/request.js'
import type { Operation, TestedContract } from './contract.js'

/** The operation that a request leads to: concrete paths come before templates (3.1, section 4.8.8.2). */
export function operationFor(
  { operations }: TestedContract,
  method: string,
  path: string,
): Operation | undefined {
  return operationsAt(operations, path).find((each) => each.method === method)
}

/** The operations whose path template matches a path, concrete ones first. */
export function operationsAt(operations: readonly Operation[], path: string): readonly Operation[] {
  const routes = routesOf(operations).get(slashesIn(path)) ?? []
  const text = normalized(path)
  return routes.flatMap(({ pattern, operation }) => (pattern.test(text) ? [operation] : []))
}

interface Route {
  readonly operation: Operation
  readonly pattern: RegExp
}

/** The routes of operations by the number of slashes in their paths, those that say more of a path first. */
const routesOf = memoize((operations: readonly Operation[]) => {
  const literals = ({ path }: Operation) => path.replace(/\{[^{}]*\}/g, '').length
  const sorted = operations.toSorted(
    (a, b) => namesIn(a.path).length - namesIn(b.path).length || literals(b) - literals(a),
  )
  const routes = new Map<number, Route[]>()
  for (const operation of sorted) {
    const { path } = withoutQuery(operation.path)
    const beside = routes.get(slashesIn(path)) ?? []
    routes.set(slashesIn(path), [...beside, { operation, pattern: patternOf(path) }])
  }
  return routes
})

function slashesIn(path: string): number {
  return path.split('/').length
}

function patternOf(path: string): RegExp {
  const parts = partsOf(path).map((part, at) =>
    at % 2 === 0 ? literalPattern(normalized(part)) : '[^/]+',
  )
  return new RegExp(`^${parts.join('')}$`)
}

/** A path as it is written where all is percent-encoded that may be: `/a b` is `/a%20b` (RFC 3986, section 6.2.2). */
function normalized(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decoded(segment).toWellFormed()))
    .join('/')
}

/** The methods that the document has at a concrete path: those of its own template, and of all that match it. */
export function documentedMethods(
  { operations }: TestedContract,
  path: string,
): { readonly own: readonly string[]; readonly all: readonly string[] } {
  const matching = operationsAt(operations, path)
  const own = matching.filter((each) => each.path === matching[0]?.path)
  // Some routers take nothing for the value of a last parameter, too.
  const all = path.endsWith('/') ? [...matching, ...operationsAt(operations, `${path}x`)] : matching
  return { own: own.map(({ method }) => method), all: all.map(({ method }) => method) }
}
