import type { JsonText, Span } from './json-text.js'

/** An edit of a document that stays inside one path item. */
export interface PathItemEdit {
  /** The path template. */
  readonly path: string
  /** The path item after the edit. */
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
 * @param after - Its bytes now.
 */
export function pathItemEdit(json: JsonText, after: Buffer): PathItemEdit | undefined {
  const { bytes: before } = json
  const start = commonStart(before, after)
  if (start === before.length) return undefined
  const end = before.length - commonEnd(before, after, start)
  const paths = json.children(json.root).get('paths')
  if (paths === undefined) return undefined
  const around = ([, span]: [string, Span]) => span.start < start && end < span.end
  const [path, span] = [...json.children(paths)].find(around) ?? []
  if (path === undefined || span === undefined) return undefined
  const growth = after.length - before.length
  const text = after.toString('utf8', span.start, span.end + growth)
  return FAR_REACHING.some((word) => text.includes(word)) ? undefined : { path, text, span, growth }
}

/** Texts are compared in pieces of so many bytes, of which one differs. */
const PIECE = 1 << 16

function commonStart(a: Buffer, b: Buffer): number {
  const length = Math.min(a.length, b.length)
  const piece = (bytes: Buffer, at: number) => bytes.subarray(at, Math.min(at + PIECE, length))
  let at = 0
  while (at < length && piece(a, at).equals(piece(b, at))) at += PIECE
  while (at < length && a[at] === b[at]) at++
  return Math.min(at, length)
}

/** How many bytes are the same at the end, without those at the start. */
function commonEnd(a: Buffer, b: Buffer, start: number): number {
  const length = Math.min(a.length, b.length) - start
  const piece = (bytes: Buffer, end: number) =>
    bytes.subarray(bytes.length - end - PIECE, bytes.length - end)
  let end = 0
  while (end + PIECE <= length && piece(a, end).equals(piece(b, end))) end += PIECE
  while (end < length && a[a.length - end - 1] === b[b.length - end - 1]) end++
  return end
}
