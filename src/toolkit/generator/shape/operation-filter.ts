import { isObject, type JsonObject, plainText } from '../../openapi/json.js'
import type { Source } from '../load/source.js'
import { isReference, type ShapedFiles } from './files.js'

/** Tags and operationIds of the operations that are kept, all if there are none, and of those that are left out. */
export interface OperationFilter {
  readonly only: readonly string[]
  readonly without: readonly string[]
}

/** What operations are called, and what they name. */
export interface OperationNames {
  readonly tags: Set<string>
  readonly schemes: Set<string>
  readonly operationIds: Set<string>
}

/** The names of all operations, those of the ones that are kept, and how many these are. */
export type Filtered = ReturnType<typeof filterOperations>

function noNames(): OperationNames {
  return { tags: new Set(), schemes: new Set(), operationIds: new Set() }
}

function addSchemes({ schemes }: OperationNames, { security }: JsonObject): void {
  const requirements = Array.isArray(security) ? security : []
  for (const name of requirements.flatMap((each) => Object.keys(Object(each)))) schemes.add(name)
}

/** Fields of a path item that are operations (3.2, section 4.10), in any case. */
const METHODS = /^(get|put|post|delete|options|head|patch|trace|query)$/i

/** Removes operations by their tags and operationIds from a document, in place. */
export function filterOperations(
  source: Source,
  { only, without: excluded }: OperationFilter,
  files: ShapedFiles,
) {
  const document = files.valueOf(source) as JsonObject
  const parents = parentsIn(document)
  const [all, used] = [noNames(), noNames()]
  addSchemes(used, document)
  const isKept = (operation: unknown): boolean => {
    const { tags, operationId } = Object(operation)
    const own = withParents(Array.isArray(tags) ? tags.map(String) : [], parents)
    const names = new Set([...own, plainText(operationId)])
    const isWanted = only.length === 0 || only.some((name) => names.has(name))
    const isOne = isWanted && !excluded.some((name) => names.has(name))
    for (const each of isOne ? [all, used] : [all]) {
      for (const tag of own) each.tags.add(tag)
      if (operationId !== undefined) each.operationIds.add(plainText(operationId))
      addSchemes(each, Object(operation))
    }
    return isOne
  }
  const filter = pathItemFilter(files, isKept)
  let kept = 0
  for (const field of ['paths', 'webhooks', 'x-webhooks']) {
    const all = document[field]
    for (const name of isObject(all) ? Object.keys(all) : []) {
      if (name.startsWith('x-')) continue
      const count = filter((all as JsonObject)[name], source)
      if (count === 0) Reflect.deleteProperty(all as object, name)
      kept += count ?? 0
    }
  }
  return { all, used, kept }
}

/**
 * Removes operations of a path item, wherever it is. The result is how many are left; none if that is unknown.
 */
function pathItemFilter(files: ShapedFiles, isKept: (operation: unknown) => boolean) {
  /** Numbers of operations: several references may lead to one path item. */
  const counts = new Map<object, number | undefined>()
  const filterOwn = (item: JsonObject, source: Source): number => {
    const more = isObject(item.additionalOperations) ? item.additionalOperations : {}
    let count = 0
    for (const [holder, methods] of [
      [item, Object.keys(item).filter((key) => METHODS.test(key))],
      [more, Object.keys(more)],
    ] as const) {
      for (const method of methods) {
        if (isKept(files.followed(source, holder[method]).value)) count++
        else Reflect.deleteProperty(holder, method)
      }
    }
    return count
  }
  const filter = (item: unknown, source: Source): number | undefined => {
    if (!isObject(item) || counts.has(item)) return counts.get(item as object)
    counts.set(item, undefined)
    const own = filterOwn(item, source)
    const target = isReference(item) ? files.target(source, item.$ref) : undefined
    const count = isReference(item) ? target && filter(target.value, target.source) : 0
    const sum = count === undefined ? undefined : own + count
    counts.set(item, sum)
    return sum
  }
  return filter
}

/** Each tag's `parent` (3.2, section 4.22). */
function parentsIn({ tags }: JsonObject): ReadonlyMap<string, string> {
  const named = Array.isArray(tags) ? tags.filter(isObject) : []
  return new Map(
    named.flatMap(({ name, parent }) =>
      parent === undefined ? [] : [[plainText(name), plainText(parent)] as const],
    ),
  )
}

function withParents(tags: readonly string[], parents: ReadonlyMap<string, string>): Set<string> {
  const found = new Set(tags)
  for (const tag of found) {
    const parent = parents.get(tag)
    if (parent !== undefined) found.add(parent)
  }
  return found
}
