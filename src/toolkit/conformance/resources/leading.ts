import type { Operation } from '../document/contract.js'
import { keyOf } from '../requests/identities.js'
import { parametersOf } from '../requests/parts.js'
import { isSameValue } from '../values/same-value.js'
import { creationOf, type TestedResource } from './resource.js'
import { itemPath } from './thing-paths.js'

/** The key of the identities of a kind of things. */
export function keyTo(resource: TestedResource): string {
  return keyOf(itemPath(resource), resource.parameter?.name ?? '')
}

/**
 * The key of the path parameter by which an operation leads to things of a kind; `undefined` if it leads to none. They
 * may have a path elsewhere, with a parameter of that name and schema: `/{code}` beside `/links/{code}`.
 */
export function keyLeading(
  resources: readonly TestedResource[],
  operation: Operation,
  resource: TestedResource,
): string | undefined {
  const own = keyTo(resource)
  const all = parametersOf(operation).filter((each) => each.in === 'path')
  const [key, ...others] = all.map(({ name }) => keyOf(operation.path, name))
  if (key === own || others.includes(own)) return own
  const { name, schema } = all[0] ?? {}
  const isNamed = name !== 'id' && name === resource.parameter?.name
  const isSame = isNamed && isSameValue(schema, resource.parameter?.schema)
  const isOfOthers = resources.some((each) => creationOf(each) && keyTo(each) === key)
  return isSame && others.length === 0 && !isOfOthers ? key : undefined
}
