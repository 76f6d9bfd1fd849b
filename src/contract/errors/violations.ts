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
    return `${name}${shortened(instancePath)} ${message}`
  })
  return `${told.join('; ')}.`
}

/** How much of a place is told: the names of members are the client's, and as long as it likes. */
const LONGEST = 200

function shortened(path: string): string {
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST).toWellFormed()}…`
}
