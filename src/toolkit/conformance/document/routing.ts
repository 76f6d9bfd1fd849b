import { literalPattern, namesIn, partsOf, withoutQuery } from '../../openapi/path-template.js'
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
  return operations
    .filter((each) => patternOf(each.path).test(path))
    .toSorted((a, b) => namesIn(a.path).length - namesIn(b.path).length)
}

const patterns = new Map<string, RegExp>()

function patternOf(template: string): RegExp {
  const known = patterns.get(template)
  if (known !== undefined) return known
  const parts = partsOf(withoutQuery(template).path).map((part, at) =>
    at % 2 === 0 ? literalPattern(part) : '[^/]+',
  )
  const pattern = new RegExp(`^${parts.join('')}$`)
  patterns.set(template, pattern)
  return pattern
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
