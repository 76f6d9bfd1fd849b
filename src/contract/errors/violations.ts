/** The part of a validation error that a client is told: places and rules, never its own input. */
interface Violation {
  readonly instancePath?: string
  readonly message?: string
}

/** The name of each request part as handlers know it. */
const PARTS: Readonly<Record<string, string>> = { querystring: 'query' }

/** One sentence for the violations of a request part: `body/id must be an int64.` */
export function describeViolations(violations: readonly Violation[], part = 'request'): string {
  const name = PARTS[part] ?? part
  const told = violations.map(({ instancePath = '', message = 'is not valid' }) => {
    return `${name}${instancePath} ${message}`
  })
  return `${told.join('; ')}.`
}
