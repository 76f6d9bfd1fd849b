/** True if a string has more code points than `limit`. */
export function longerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || codePoints(text) > limit
}

/** True if a string has fewer code points than `limit`. */
export function shorterThan(text: string, limit: number): boolean {
  if (text.length < limit) return true
  return text.length < 2 * limit && codePoints(text) < limit
}

/** The length by JSON Schema (RFC 8259, section 8.2: a lone surrogate counts too). */
function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
