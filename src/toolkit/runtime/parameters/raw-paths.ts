import { partsOf, withoutQuery } from '../../openapi/path-template.js'
import { percentDecode } from './url-encoding.js'

/** The encoded text of a path parameter, if the request target contains it. */
export type RawPath = (name: string, routed: string) => string | undefined

/** A segment of a path template with parameters: literals and names alternate. */
interface Segment {
  /** Index from the end, since a prefix may precede the template. */
  readonly fromEnd: number
  readonly parts: readonly string[]
}

/** Finds path parameters in the paths of requests: the router decodes them before they are split. */
export function rawPaths(template: string): (target: string) => RawPath {
  const all = withoutQuery(template).path.split('/')
  const segments = all.flatMap((segment, index): Segment[] => {
    const parts = partsOf(segment)
    return parts.length === 1 ? [] : [{ fromEnd: all.length - index, parts }]
  })
  const wholes = new Set(
    segments.flatMap(({ parts }) =>
      parts.length === 3 && `${parts[0]}${parts[2]}` === '' ? parts : [],
    ),
  )
  return (target) => {
    if (!target.includes('%')) return () => undefined
    const path = target.split('/')
    // A host may ignore a slash at the end.
    if (path.at(-1) === '' && all.at(-1) !== '') path.pop()
    if (path.at(-1) !== '' && all.at(-1) === '') path.push('')
    const texts = new Map<string, string>()
    for (const { fromEnd, parts } of segments) divide(path.at(-fromEnd) as string, parts, texts)
    return (name, routed) => {
      const text = texts.get(name)
      // A host may also ignore repeated slashes anywhere.
      const isElsewhere = wholes.has(name) && text !== undefined && percentDecode(text) !== routed
      return isElsewhere ? undefined : text
    }
  }
}

/** Each parameter ends at the last occurrence of the literal behind it, as in the route. */
function divide(segment: string, parts: readonly string[], texts: Map<string, string>): void {
  const found: [name: string, text: string][] = []
  const [first, last] = [parts[0] as string, parts.at(-1) as string]
  if (!segment.startsWith(first) || !segment.endsWith(last)) return
  let end = segment.length - last.length
  for (let index = parts.length - 2; index > 0; index -= 2) {
    const literal = parts[index - 1] as string
    // Only the router knows the border of adjacent parameters.
    if (literal === '' && index > 1) return
    const at = index === 1 ? 0 : segment.lastIndexOf(literal, end - literal.length - 1)
    const start = at + literal.length
    if (at < 0 || start >= end) return
    found.push([parts[index] as string, segment.slice(start, end)])
    end = at
  }
  for (const [name, text] of found) texts.set(name, text)
}
