import type { SecurityRequirements } from './security.js'

/** Default of the maximum length of a path parameter (`maxParamLength`). */
export const MAX_PARAM_LENGTH = 100

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

/** Route of an operation, and its security requirements. */
export interface OperationRoute {
  readonly operationId: string
  /** As it is sent. */
  readonly method: string
  /** Path template, as in the document. */
  readonly path: string
  /** Path as a Fastify route. */
  readonly url: string
  /**
   * Maximum length of decoded path parameters, if it is above the 100 characters of a Fastify app.
   */
  readonly paramLength?: number | 'any'
  /** None: the operation is open. */
  readonly security: SecurityRequirements
  /** Feature that the runtime cannot serve: the operation answers 501, whatever its handler. */
  readonly unserved?: string
}
