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

export type Repetition = Extract<Syntax, { of: Syntax }>

/**
 * The flags that a pattern compiles with: `u` by JSON Schema's rule (2020-12, section 6.4), none if
 * it compiles without only, `undefined` if it is no ECMA-262 regular expression.
 */
export function patternFlags(pattern: string): 'u' | '' | undefined {
  for (const flags of ['u', ''] as const) {
    try {
      new RegExp(pattern, flags)
      return flags
    } catch {}
  }
  return undefined
}

/** The same for a pattern that compiles, as all patterns of a contract do. */
export function flagsOf(pattern: string): string {
  return patternFlags(pattern) as string
}
