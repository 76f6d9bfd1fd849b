import { isObject, type JsonObject } from '../../openapi/json.js'
import { segments } from '../../openapi/json-pointer.js'

/** The tags whose operations are kept, all if there are none, and those whose operations are left out. */
export interface TagFilter {
  readonly only: readonly string[]
  readonly without: readonly string[]
}

/** Fields of a path item that are operations (3.2, section 4.10), in any case. */
const METHODS = /^(get|put|post|delete|options|head|patch|trace|query)$/i

/** Removes operations by their tags from a document, in place. @returns all tags of operations. */
export function filterByTags(document: JsonObject, { only, without }: TagFilter): Set<string> {
  const parents = parentsIn(document)
  const seen = new Set<string>()
  const isKept = (operation: unknown): boolean => {
    const own = Object(operation).tags
    const tags = withParents(Array.isArray(own) ? own.map(String) : [], parents)
    for (const tag of tags) seen.add(tag)
    const isWanted = only.length === 0 || only.some((tag) => tags.has(tag))
    return isWanted && !without.some((tag) => tags.has(tag))
  }
  for (const field of ['paths', 'webhooks', 'x-webhooks']) {
    const items = document[field]
    if (!isObject(items)) continue
    for (const name of Object.keys(items)) filterItem(items, name, document, isKept)
  }
  return seen
}

function filterItem(
  items: Record<string, unknown>,
  name: string,
  document: JsonObject,
  isKept: (operation: unknown) => boolean,
): void {
  const item = withTarget(items[name], document)
  if (!isObject(item) || name.startsWith('x-')) return
  const more = isObject(item.additionalOperations) ? item.additionalOperations : {}
  let count = 0
  for (const [holder, methods] of [
    [item, Object.keys(item).filter((key) => METHODS.test(key))],
    [more, Object.keys(more)],
  ] as const) {
    for (const method of methods) {
      if (isKept(holder[method])) count++
      else Reflect.deleteProperty(holder, method)
    }
  }
  // Operations in another file cannot be seen here.
  const isElsewhere = typeof item.$ref === 'string'
  if (count === 0 && !isElsewhere) Reflect.deleteProperty(items, name)
  else items[name] = item
}

/** A path item with a copy of the one that it refers to in the document: others may refer to that, too. */
function withTarget(item: unknown, document: JsonObject): unknown {
  const keys = isObject(item) && typeof item.$ref === 'string' ? segments(item.$ref) : undefined
  if (!isObject(item) || keys === undefined) return item
  const target = keys.reduce<unknown>((value, key) => Object(value)[key], document)
  if (!isObject(target) || '$ref' in target) return item
  const { $ref: _, ...own } = item
  return { ...structuredClone(target), ...own }
}

/** Each tag's `parent` (3.2, section 4.22). */
function parentsIn({ tags }: JsonObject): ReadonlyMap<string, string> {
  const named = Array.isArray(tags) ? tags.filter(isObject) : []
  return new Map(
    named.flatMap(({ name, parent }) =>
      parent === undefined ? [] : [[String(name), String(parent)] as const],
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
