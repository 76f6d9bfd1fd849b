import { CHECKS, type CheckName } from '#toolkit/conformance/judge/checks.js'
import { STATE_CHECKS } from '#toolkit/conformance/judge/state-checks.js'
import { rowsOf } from '../../../../helpers/rows.js'

/** Groups of checks, by the words that stand for them. */
const GROUPS: Readonly<Record<string, string>> = {
  ALIVE: 'no-server-error response-present',
  BODIES: `body-valid body-json body-absent body-framing member-documented media-type-documented
    status-documented error-shape problem-status leak`,
  HEADERS: 'header-present header-valid field-syntax location',
  STATE: `round-trip valid-accepted no-server-error status-documented
    ${Object.keys(STATE_CHECKS).join(' ')}`,
}

/** Checks that are meant for faults, by what kind of check is expected to find these. */
const MEANT = rowsOf(`
  negative body | invalid-refused media-type-refused ALIVE
  negative parameter | invalid-refused ALIVE
  positive body | valid-accepted example-accepted ALIVE
  positive parameter | valid-accepted example-accepted default-applied STATE
  no 5xx | ALIVE
  stays up | ALIVE
  round trip | body-valid STATE
  state | STATE
  update | STATE BODIES HEADERS
  versions | STATE HEADERS
  paging | STATE
  search | STATE
  nested | STATE BODIES
  bytes | STATE BODIES HEADERS range content-length media-type-refused ALIVE
  response | BODIES HEADERS round-trip redirect head content-length
  error body | BODIES invalid-refused json-refused ALIVE
  json | json-refused duplicate-member invalid-refused valid-accepted round-trip ALIVE
  media type | media-type-refused media-type-accepted coding-refused accept media-type-documented valid-accepted invalid-refused ALIVE
  security | authentication authentication-first credentials-accepted authorization owner challenge BODIES HEADERS refused-unchanged no-server-error
  http | method-override operation-documented allow head valid-accepted accept framing ALIVE BODIES
  framing | framing pipelining content-length ALIVE BODIES HEADERS
`).map(([kind, checks = '']) => [kind, checksOf(checks)] as const)

function checksOf(text: string): string[] {
  const checks = text.split(/\s+/).flatMap((each) => GROUPS[each]?.split(/\s+/) ?? each)
  const odd = checks.find((each) => !(each in CHECKS))
  if (odd !== undefined) throw new Error(`there is no check ${odd}`)
  return checks
}

export function isMeant(kind: string, check: CheckName): boolean {
  const meant = MEANT.find(([name]) => name === kind)
  if (meant === undefined) throw new Error(`no check is meant for faults of the kind ${kind}`)
  return meant[1].includes(check)
}
