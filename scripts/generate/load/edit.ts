import { JsonText, type Span } from './json-text.js'

/** An edit of a document that stays inside one path item. */
export interface Edit {
  /** The path template. */
  readonly path: string
  /** The text of the path item after the edit. */
  readonly text: string
}

/** Words by which what is inside a path item may matter elsewhere. */
const FAR_REACHING = ['"#/paths/', '"$id"', '"$anchor"', '"$dynamicAnchor"', '"$dynamicRef"']

/**
 * What was edited between two texts of a JSON document, `undefined` where it is nothing, more than one
 * path item, or may matter outside of it.
 */
export function editOf(before: string, after: string): Edit | undefined {
  const start = commonStart(before, after)
  if (start === before.length || FAR_REACHING.some((word) => after.includes(word))) return undefined
  const end = commonEnd(before, after, start)
  const json = new JsonText(before)
  const paths = json.children(json.root).get('paths')
  if (paths === undefined) return undefined
  const around = ([, span]: [string, Span]) => span.start < start && before.length - end < span.end
  const [path, span] = [...json.children(paths)].find(around) ?? []
  if (path === undefined || span === undefined) return undefined
  return { path, text: after.slice(span.start, span.end + after.length - before.length) }
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
