/** What Fastify's router makes of a route such as `/plants/:id`. */

/** How long a path parameter may be where nobody says otherwise (`maxParamLength`). */
export const MAX_PARAM_LENGTH = 100

/** A parameter in a shape; no URL has it. */
export const PARAMETER = '{}'

/**
 * What the router tells apart: it compares neither the names of parameters nor their patterns, so that
 * `/plants/:id` and `/plants/:name` are one path.
 */
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
