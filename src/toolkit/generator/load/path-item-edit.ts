import { lastSatisfying } from '../shared/binary-search.js'
import type { JsonText, Span } from './json-text.js'

export interface PathItemEdit {
  readonly path: string
  readonly text: string
  /** Location before the edit. */
  readonly span: Span
  readonly growth: number
}

/** Words that connect a path item with other parts of the document. */
export const FAR_REACHING = ['#/paths/', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef']

/**
 * The edit of a JSON document; `undefined` if there is none, or if it may affect more than one path
 * item.
 *
 * @param after - Bytes of the document after the edit.
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

function commonStart(a: Buffer, b: Buffer): number {
  return lastSatisfying(Math.min(a.length, b.length) + 1, (end, known) =>
    a.subarray(known, end).equals(b.subarray(known, end)),
  )
}

/** Length of the common end behind the common start. */
function commonEnd(a: Buffer, b: Buffer, start: number): number {
  return lastSatisfying(Math.min(a.length, b.length) - start + 1, (length, known) =>
    a
      .subarray(a.length - length, a.length - known)
      .equals(b.subarray(b.length - length, b.length - known)),
  )
}
