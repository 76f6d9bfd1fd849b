import type { OperationContract } from 'fastify-contract'
import { essenceOf, isJson } from '#toolkit/openapi/media-type.js'

/** The operations of a resource: `/pets` and `/pets/{petId}`. */
export interface Resource {
  /** The path of one item. */
  readonly path: string
  /** The name of the path parameter that is its id. */
  readonly id: string
  readonly create: OperationContract
  readonly read: OperationContract
  readonly list: OperationContract | undefined
  /** By `PUT` and by `PATCH`. */
  readonly changes: readonly OperationContract[]
  readonly remove: OperationContract
}

/** The resources of a document that can be created, read, changed and removed. */
export function resourcesIn(operations: readonly OperationContract[]): Resource[] {
  const byRoute = new Map(operations.map((each) => [routeOf(each.method, each.path), each]))
  return operations.flatMap(({ method, path }) => {
    const [, collection, id] = /^(.*)\/\{([^{}/]+)\}\/?$/s.exec(path) ?? []
    if (method !== 'GET' || collection === undefined || id === undefined) return []
    const [create, list] = ['POST', 'GET'].map((each) => byRoute.get(routeOf(each, collection)))
    const [read, remove, put, patch] = ['GET', 'DELETE', 'PUT', 'PATCH'].map((each) =>
      byRoute.get(routeOf(each, path)),
    )
    const changes = [put, patch].flatMap((each) => each ?? []).filter(isJsonIn)
    const isWhole = create && read && remove && isJsonIn(create)
    if (!isWhole || changes.length === 0) return []
    const all = [create, read, remove, ...changes]
    return all.every(hasSuccess) ? [{ path, id, create, read, list, changes, remove }] : []
  })
}

/** True if an operation takes JSON, or no body. */
function isJsonIn({ requestBody }: OperationContract): boolean {
  const types = Object.keys(requestBody?.content ?? {}).map(essenceOf)
  return types.length === 0 || types.some(isJsonRange)
}

export function isJsonRange(type: string): boolean {
  return isJson(type) || type === '*/*'
}

/** False for an operation that documents only how it fails. */
function hasSuccess({ responses }: OperationContract): boolean {
  return Object.keys(responses).some((status) => /^(2|default)/.test(status))
}

/** Some documents write `/pets/` beside `/pets/{petId}`, and some name an id differently for each method. */
function routeOf(method: string, path: string): string {
  return `${method} ${path.replace(/\/$/, '').replace(/\{[^{}]*\}$/, '{}')}`
}
