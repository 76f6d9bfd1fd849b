import type { CheckName } from '#toolkit/conformance/judge/checks.js'
import { STATE_CHECKS } from '#toolkit/conformance/judge/state-checks.js'

const BODIES: readonly CheckName[] = [
  ...(['body-valid', 'body-json', 'body-absent', 'body-framing', 'member-documented'] as const),
  ...([
    'media-type-documented',
    'status-documented',
    'error-shape',
    'problem-status',
    'leak',
  ] as const),
]
const HEADERS = ['header-present', 'header-valid', 'field-syntax', 'location'] as const
const OF_STATE: readonly CheckName[] = [
  ...(Object.keys(STATE_CHECKS) as (keyof typeof STATE_CHECKS)[]),
  ...(['round-trip', 'valid-accepted', 'no-server-error', 'status-documented'] as const),
]
const ALIVE = ['no-server-error', 'response-present'] as const

/** Checks that are meant for faults, by what kind of check is expected to find these. */
const MEANT: Readonly<Record<string, readonly CheckName[]>> = {
  'negative body': ['invalid-refused', 'media-type-refused', ...ALIVE],
  'negative parameter': ['invalid-refused', ...ALIVE],
  'positive body': ['valid-accepted', 'example-accepted', ...ALIVE],
  'positive parameter': ['valid-accepted', 'example-accepted', 'default-applied', ...OF_STATE],
  'no 5xx': ALIVE,
  'stays up': ALIVE,
  'round trip': ['round-trip', 'body-valid', ...OF_STATE],
  state: OF_STATE,
  update: [...OF_STATE, ...BODIES, ...HEADERS],
  versions: [...OF_STATE, ...HEADERS],
  paging: OF_STATE,
  search: OF_STATE,
  nested: [...OF_STATE, ...BODIES],
  bytes: [
    ...OF_STATE,
    ...BODIES,
    ...HEADERS,
    'range',
    'content-length',
    'media-type-refused',
    ...ALIVE,
  ],
  response: [...BODIES, ...HEADERS, 'round-trip', 'redirect', 'head', 'content-length'],
  'error body': [...BODIES, 'invalid-refused', 'json-refused', ...ALIVE],
  json: [
    ...(['json-refused', 'duplicate-member', 'invalid-refused', 'valid-accepted'] as const),
    ...(['round-trip', ...ALIVE] as const),
  ],
  'media type': [
    ...(['media-type-refused', 'media-type-accepted', 'coding-refused', 'accept'] as const),
    ...(['media-type-documented', 'valid-accepted', ...ALIVE] as const),
  ],
  security: [
    ...(['authentication', 'authentication-first', 'credentials-accepted'] as const),
    ...(['authorization', 'owner', 'challenge', ...BODIES, ...HEADERS] as const),
    ...(['refused-unchanged', 'no-server-error'] as const),
  ],
  http: [
    ...(['method-override', 'operation-documented', 'allow', 'head', 'valid-accepted'] as const),
    ...(['accept', 'framing', ...ALIVE, ...BODIES] as const),
  ],
  framing: ['framing', 'pipelining', 'content-length', ...ALIVE, ...BODIES, ...HEADERS],
}

/** True for a check that is meant to find a kind of faults. */
export function isMeant(kind: string, check: CheckName): boolean {
  const meant = MEANT[kind]
  if (meant === undefined) throw new Error(`no check is meant for faults of the kind ${kind}`)
  return meant.includes(check)
}
