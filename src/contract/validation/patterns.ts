const compiled = new Map<string, RegExp>()

/**
 * A pattern of a schema as a regular expression: by JSON Schema's rule with the `u` flag (2020-12,
 * section 6.4), without it where it only compiles so. Generated code holds the same, compiled once.
 */
export function regExp(pattern: string): RegExp {
  let known = compiled.get(pattern)
  if (known === undefined) {
    known = compile(pattern)
    compiled.set(pattern, known)
  }
  return known
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
