import { partsOf } from '../../openapi/path-template.js'
import { percentDecode } from './decode.js'

/**
 * Gives the encoded text of a path parameter, where the target tells it; else `undefined`. `routed` is
 * what the router took it for.
 */
export type RawPath = (name: string, routed: string) => string | undefined

/** A segment of a path template that has parameters: literals and names in turn. */
interface Segment {
  /** Counted from the end: a prefix stands before the template. */
  readonly fromEnd: number
  readonly parts: readonly string[]
}

/**
 * Finds the parameters of a path template in request targets. The router decodes them before anyone
 * can divide them, and does not see that `%3A` is no delimiter.
 */
export function rawPaths(template: string): (url: string) => RawPath {
  const all = template.split('/')
  const segments = all.flatMap((segment, index): Segment[] => {
    const parts = partsOf(segment)
    return parts.length === 1 ? [] : [{ fromEnd: all.length - index, parts }]
  })
  const wholes = new Set(segments.flatMap(({ parts }) => (isWhole(parts) ? parts : [])))
  return (url) => {
    const [target] = url.split(/[?#]/, 1) as [string]
    if (!target.includes('%')) return () => undefined
    const path = target.split('/')
    // A host may take a slash at the end for nothing.
    if (path.at(-1) === '' && all.at(-1) !== '') path.pop()
    if (path.at(-1) !== '' && all.at(-1) === '') path.push('')
    const texts = new Map<string, string>()
    for (const { fromEnd, parts } of segments) divide(path.at(-fromEnd) as string, parts, texts)
    return (name, routed) => {
      const text = texts.get(name)
      // Slashes that a host takes for nothing may stand anywhere.
      const isElsewhere = wholes.has(name) && text !== undefined && percentDecode(text) !== routed
      return isElsewhere ? undefined : text
    }
  }
}

/** Whether a parameter is a segment of its own. */
function isWhole(parts: readonly string[]): boolean {
  return parts.length === 3 && parts[0] === '' && parts[2] === ''
}

/** Each parameter ends where the literal after it is first met; the last one takes what is left. */
function divide(segment: string, parts: readonly string[], texts: Map<string, string>): void {
  const found: [name: string, text: string][] = []
  let at = (parts[0] as string).length
  if (!segment.startsWith(parts[0] as string)) return
  for (let index = 1; index < parts.length; index += 2) {
    const literal = parts[index + 1] as string
    const isLast = index + 2 === parts.length
    // Where one ends and the next begins only the router knows.
    if (literal === '' && !isLast) return
    const end = isLast ? segment.length - literal.length : segment.indexOf(literal, at + 1)
    if (end <= at || !segment.startsWith(literal, end)) return
    found.push([parts[index] as string, segment.slice(at, end)])
    at = end + literal.length
  }
  for (const [name, text] of found) texts.set(name, text)
}
