/**
 * A regular expression as data. Generated for patterns that can take JavaScript's engine more than
 * linear time. Groups do not capture, and there are no back references.
 */
export type Syntax =
  /** A character class, in the syntax of regular expressions: `a`, `[a-z]`, `\d`, `.`. */
  | string
  /** A sequence. */
  | { readonly all: readonly Syntax[] }
  /** Alternatives. */
  | { readonly any: readonly Syntax[] }
  /** A repetition; without `most`, unlimited. */
  | { readonly of: Syntax; readonly least: number; readonly most?: number }
  /** `^`, `$`, `\b`, `\B`. */
  | { readonly at: 'start' | 'end' | 'edge' | 'inside' }
  | { readonly ahead: Syntax; readonly not?: boolean }
  | { readonly behind: Syntax; readonly not?: boolean }
