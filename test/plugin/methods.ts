import assert from 'node:assert'
import { contract } from '../../src/index.js'

const METHODS = ['DELETE', 'PATCH', 'PUT', 'GET'] as const

/** The methods that the document has for a path, and one that it has not. */
export function methodsOf(path: string) {
  const operations = contract.operations.filter((operation) => operation.path === path)
  const documented = operations.map(({ method }) => method)
  const undocumented = METHODS.find((method) => !documented.includes(method))
  assert(undocumented, `${path} has every method`)
  return { documented, undocumented }
}
