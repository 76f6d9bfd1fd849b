/**
 * A regular expression as data. Generated for patterns that the engine of JavaScript may take more
 * than linear time for; groups capture nothing, and nothing refers back to them.
 */
export type Syntax =
  /** One character of a class, written as in a regular expression: `a`, `[a-z]`, `\d`, `.`. */
  | string
  /** One after the other. */
  | { readonly all: readonly Syntax[] }
  /** One of them. */
  | { readonly any: readonly Syntax[] }
  /** So many times; without `most`, any number more. */
  | { readonly of: Syntax; readonly least: number; readonly most?: number }
  /** `^`, `$`, `\b`, `\B`. */
  | { readonly at: 'start' | 'end' | 'edge' | 'inside' }
  | { readonly ahead: Syntax; readonly not?: boolean }
  | { readonly behind: Syntax; readonly not?: boolean }
