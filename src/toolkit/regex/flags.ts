/**
 * The flags that a pattern compiles with: `u` by JSON Schema's rule (2020-12, section 6.4), none where
 * it only compiles so, `undefined` where it is no ECMA-262 regular expression at all.
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

/** The same for a pattern that compiles: a contract holds no other. */
export function flagsOf(pattern: string): string {
  return patternFlags(pattern) as string
}
