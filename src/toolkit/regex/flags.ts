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
