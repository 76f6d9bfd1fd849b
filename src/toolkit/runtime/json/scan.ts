/** What a JSON text has that `JSON.parse` could lose, as far as bytes show it. */
export interface JsonScan {
  /** Number of strings, the names of members included. */
  readonly strings: number
  /** True if a character is escaped by its number: it may be a lone surrogate. */
  readonly hasCodes: boolean
  /** Starts and ends of numbers of 16 and more digits, or with an exponent. */
  readonly numbers: readonly number[]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const POINT = 0x2e
const PLUS = 0x2b
const [ZERO, NINE] = [0x30, 0x39]
const LOWER_U = 0x75
/** This bit makes an upper-case letter a lower-case one. */
const CASE = 0x20
const LOWER_E = 0x65

/** Most digits that every number holds exactly; a point counts too. */
const FEW = 15

/** Scans a text in UTF-8; it may be no JSON. */
export function scanJson(bytes: Buffer): JsonScan {
  const numbers: number[] = []
  let strings = 0
  let hasCodes = false
  const { length } = bytes
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      strings++
      for (at++; at < length; at++) {
        const inside = bytes[at] as number
        if (inside === QUOTE) break
        if (inside !== BACKSLASH) continue
        at++
        hasCodes ||= bytes[at] === LOWER_U
      }
    } else if (byte >= ZERO && byte <= NINE) {
      const start = at
      let hasExponent = false
      for (at++; at < length && isNumeric(bytes[at] as number); at++) {
        hasExponent ||= ((bytes[at] as number) | CASE) === LOWER_E
      }
      const isNegative = bytes[start - 1] === MINUS
      if (hasExponent || at - start > FEW) numbers.push(isNegative ? start - 1 : start, at)
      at--
    }
  }
  return { strings, hasCodes, numbers }
}

function isNumeric(byte: number): boolean {
  if (byte >= ZERO && byte <= NINE) return true
  return byte === POINT || byte === MINUS || byte === PLUS || (byte | CASE) === LOWER_E
}
