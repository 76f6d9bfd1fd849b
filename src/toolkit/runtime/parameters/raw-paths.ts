import { partsOf } from '../../openapi/path-template.js'
import { percentDecode } from './url-encoding.js'

/** The encoded text of a path parameter, if the request target contains it. */
export type RawPath = (name: string, routed: string) => string | undefined

/** A segment of a path template with parameters: literals and names alternate. */
interface Segment {
  /** Index from the end, since a prefix may precede the template. */
  readonly fromEnd: number
  readonly parts: readonly string[]
}

/** Finds path parameters in request targets: the router decodes them before they are split. */
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

function isWhole(parts: readonly string[]): boolean {
  return parts.length === 3 && parts[0] === '' && parts[2] === ''
}

/** Each parameter ends at the literal behind it; the last one takes the rest. */
function divide(segment: string, parts: readonly string[], texts: Map<string, string>): void {
  const found: [name: string, text: string][] = []
  let at = (parts[0] as string).length
  if (!segment.startsWith(parts[0] as string)) return
  for (let index = 1; index < parts.length; index += 2) {
    const literal = parts[index + 1] as string
    const isLast = index + 2 === parts.length
    // Only the router knows the border of adjacent parameters.
    if (literal === '' && !isLast) return
    const end = isLast ? segment.length - literal.length : segment.indexOf(literal, at + 1)
    if (end <= at || !segment.startsWith(literal, end)) return
    found.push([parts[index] as string, segment.slice(at, end)])
    at = end + literal.length
  }
  for (const [name, text] of found) texts.set(name, text)
}
