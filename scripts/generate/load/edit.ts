import type { JsonText, Span } from './json-text.js'

/** An edit of a document that stays inside one path item. */
export interface Edit {
  /** The path template. */
  readonly path: string
  /** The bytes of the path item after the edit. */
  readonly text: string
  /** Where it was. */
  readonly span: Span
  /** How much longer it is now. */
  readonly growth: number
}

/** Words by which what is inside a path item may matter elsewhere. */
export const FAR_REACHING = ['#/paths/', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef']

/**
 * What was edited in a JSON document, `undefined` where it is nothing, more than one path item, or may
 * matter outside of it.
 *
 * @param after - Its bytes now, a character for each.
 */
export function editOf(json: JsonText, after: string): Edit | undefined {
  const { text: before } = json
  const start = commonStart(before, after)
  if (start === before.length) return undefined
  const end = before.length - commonEnd(before, after, start)
  const paths = json.children(json.root).get('paths')
  if (paths === undefined) return undefined
  const around = ([, span]: [string, Span]) => span.start < start && end < span.end
  const [path, span] = [...json.children(paths)].find(around) ?? []
  if (path === undefined || span === undefined) return undefined
  const growth = after.length - before.length
  const text = after.slice(span.start, span.end + growth)
  return FAR_REACHING.some((word) => text.includes(word)) ? undefined : { path, text, span, growth }
}

/** Texts are compared in pieces of so many characters, of which one differs. */
const PIECE = 1 << 16

function commonStart(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.slice(at, at + PIECE) === b.slice(at, at + PIECE)) at += PIECE
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return Math.min(at, length)
}

/** How many characters are the same at the end, without those at the start. */
function commonEnd(a: string, b: string, start: number): number {
  const length = Math.min(a.length, b.length) - start
  const piece = (text: string, end: number) =>
    text.slice(text.length - end - PIECE, text.length - end)
  let end = 0
  while (end + PIECE <= length && piece(a, end) === piece(b, end)) end += PIECE
  while (end < length && a.charCodeAt(a.length - end - 1) === b.charCodeAt(b.length - end - 1))
    end++
  return end
}
