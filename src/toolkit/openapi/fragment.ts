/** JSON pointers as URI fragments (RFC 6901, section 6), such as `#/paths/~1plants/post`. */

import { keyOf, segmentOf } from './json-pointer.js'
import { percentDecoded } from './percent.js'

/** The fragment of a member or element below another one. */
export function append(fragment: string, ...keys: readonly (string | number)[]): string {
  let path = fragment
  for (const key of keys) path += `/${encoded(String(key))}`
  return path
}

/** The keys that lead to what a fragment points to, or `undefined` when it is no pointer. */
export function segments(fragment: string): string[] | undefined {
  return segmentsIn(fragment)?.map((segment) => keyOf(percentDecoded(segment)))
}

/** The same for one that was not percent-encoded, though a fragment should be. */
export function literalSegments(fragment: string): string[] | undefined {
  return segmentsIn(fragment)?.map(keyOf)
}

function segmentsIn(fragment: string): string[] | undefined {
  if (fragment === '#') return []
  if (!fragment.startsWith('#/') || /~(?![01])/.test(fragment)) return undefined
  return fragment.slice(2).split('/')
}

function encoded(key: string): string {
  return /[~/%]/.test(key) ? segmentOf(key).replaceAll('%', '%25') : key
}
