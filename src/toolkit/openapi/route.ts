import type { SecurityRequirements } from './security.js'

/** A parameter in a shape; no URL contains it. */
export const PARAMETER = '{}'

/** Shape by which the router distinguishes routes: names and patterns of parameters do not count. */
export function shapeOf(url: string): string {
  if (!/::|\(/.test(url)) return url.replace(/:\w*/g, PARAMETER)
  let shape = ''
  for (let at = 0; at < url.length; at++) {
    const isParameter = url[at] === ':' && url[at + 1] !== ':'
    if (url.startsWith('::', at)) at++
    shape += isParameter ? PARAMETER : url[at]
    if (!isParameter) continue
    while (/\w/.test(url[at + 1] ?? '')) at++
    if (url[at + 1] === '(') at = endOfPattern(url, at + 1)
  }
  return shape
}

function endOfPattern(url: string, start: number): number {
  let depth = 0
  for (let at = start; at < url.length; at++) {
    if (url[at] === '\\') at++
    else if (url[at] === '(') depth++
    else if (url[at] === ')' && --depth === 0) return at
  }
  return url.length
}

/** Most routes that differ in the query of their path only: Fastify's router has no room for more. */
const MOST_QUERIES = 30

/** Finds the earlier route that the router cannot distinguish from another one. */
export class DistinctRoutes<Route extends Pick<OperationRoute, 'method' | 'url' | 'pathQuery'>> {
  readonly #first = new Map<string, Route[]>()

  /** Adds a route, or returns an earlier one that makes it unreachable. */
  add(route: Route): Route | undefined {
    const key = `${route.method} ${shapeOf(route.url)}`
    const known = this.#first.get(key) ?? []
    this.#first.set(key, known)
    const same = known.find(({ pathQuery }) => pathQuery === route.pathQuery)
    const isFull = known.length > MOST_QUERIES
    if (same !== undefined || isFull) return same ?? known[0]
    known.push(route)
    return undefined
  }
}

/** Route of an operation, and its security requirements. */
export interface OperationRoute {
  readonly operationId: string
  /** As it is sent. */
  readonly method: string
  /** Path template, as in the document. */
  readonly path: string
  /** Path as a Fastify route. */
  readonly url: string
  /** Query that the path template has: `x=1` of `/plants?x=1`. Requests have these pairs, and others. */
  readonly pathQuery?: string
  /** Members of the operation, and of its path item, that begin with `x-`; up to 2,000 characters each. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** None: the operation is open. */
  readonly security: SecurityRequirements
  /** Feature that the runtime cannot serve: the operation answers 501, whatever its handler. */
  readonly unserved?: string
}
