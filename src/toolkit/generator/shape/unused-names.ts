import { isObject, type JsonObject } from '../../openapi/json.js'
import type { UnusedNames } from './operation-filter.js'

/** Removes the tags, security schemes and links that only operations name which are left out, in place. */
export function removeNames(
  document: JsonObject,
  { tags, schemes, operationIds }: UnusedNames,
): void {
  const { components, securityDefinitions } = document
  if (Array.isArray(document.tags)) {
    const kept = document.tags.filter((tag) => !tags.has(Object(tag).name))
    document.tags.splice(0, Infinity, ...kept)
  }
  for (const map of [Object(components).securitySchemes, securityDefinitions]) {
    for (const name of schemes) if (isObject(map)) Reflect.deleteProperty(map, name)
  }
  removeLinks(document, operationIds)
}

function removeLinks(value: unknown, operationIds: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) return
  const links = Object(Object(value).links)
  for (const [name, link] of Object.entries(links)) {
    if (operationIds.has(Object(link).operationId)) Reflect.deleteProperty(links, name)
  }
  for (const each of Object.values(value)) removeLinks(each, operationIds)
}
