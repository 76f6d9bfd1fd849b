import { Unwritable, writePath } from '../../requests/write-parameters.js'
import type { Operation } from '../document/contract.js'
import { decoded } from '../exchange/request.js'
import { keyOf } from '../requests/identities.js'
import { parametersOf } from '../requests/parts.js'
import type { TestedResource } from './resource.js'
import type { Thing } from './thing.js'

export function itemPath({ collection, parameter }: TestedResource): string {
  return `${collection}/{${parameter?.name}}`
}

/** The path of an operation that leads to a thing, as it is sent; `undefined` where a value of it is not known. */
export function targetOf(
  operation: Operation,
  { values }: Pick<Thing, 'values'>,
): string | undefined {
  const filled = parametersOf(operation).filter((each) => each.in === 'path')
  try {
    return filled.reduce((path, parameter) => {
      const value = values.get(keyOf(operation.path, parameter.name))
      return path.replace(`{${parameter.name}}`, () => writePath(parameter, value))
    }, operation.path)
  } catch (error) {
    /* c8 ignore next -- an error of this program is not the thing's */
    if (!(error instanceof Unwritable)) throw error
    return undefined
  }
}

/** The target of the request that removes a thing; `undefined` where nothing does. */
export function removalTarget(thing: Thing): string | undefined {
  const { remove } = thing.resource.operations
  return remove && targetOf(remove, thing)
}

export function valuesIn(template: string, target: string): ReadonlyMap<string, unknown> {
  const segments = (target.split('?')[0] as string).split('/')
  const values = template.split('/').flatMap((part, at): [string, unknown][] => {
    const [, name] = /^\{(.*)\}$/.exec(part) ?? []
    if (name === undefined) return []
    return [[keyOf(template, name), decoded(segments[at] as string)]]
  })
  return new Map(values)
}

export function isPartOf(resource: TestedResource, whole: TestedResource): boolean {
  for (let each: TestedResource | undefined = resource; each; each = each.parent) {
    if (each === whole) return true
  }
  return false
}
