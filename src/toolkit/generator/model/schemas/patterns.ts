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

/** The same for a pattern of the model, which holds none that does not compile. */
export function flagsOf(pattern: string): string {
  return patternFlags(pattern) as string
}

/** What compiles and means nothing that anybody would ask for: anchors and classes of other languages. */
export function foreignPart(pattern: string, flags: string | undefined): string | undefined {
  const [literal] = /^\/\^.*\$\/[a-z]*$/s.exec(pattern) ?? []
  if (literal !== undefined) return '/…/'
  return flags === '' ? /(?<!\\)(?:\\\\)*(\\[AzZ]|\[:[a-z]+:\])/.exec(pattern)?.[1] : undefined
}
