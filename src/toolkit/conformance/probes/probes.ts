import type { Probe } from '../run/probe.js'
import { edgesOfBodies } from './bodies/edges-of-bodies.js'
import { brokenMessages } from './connection/broken-messages.js'
import { otherForms } from './connection/other-forms.js'
import { pipelining } from './connection/pipelining.js'
import type { Depth } from './depths.js'
import { contentCodings } from './http/codings.js'
import { files } from './http/files.js'
import { heads } from './http/heads.js'
import { largeBodies } from './http/large-bodies.js'
import { mediaTypes } from './http/media-types.js'
import { undocumentedMethods } from './http/methods.js'
import { outsideErrors } from './http/outside.js'
import { paths } from './http/paths.js'
import { preferences } from './http/preferences.js'
import { ranges } from './http/ranges.js'
import { responseCodings } from './http/response-codings.js'
import { jsonBodies } from './json/json-bodies.js'
import { defaultValues } from './parameters/default-values.js'
import { edgesOfParameters } from './parameters/edges-of-parameters.js'
import { randomBodies } from './random/random-bodies.js'
import { authentication, otherCredentials } from './security/authentication.js'
import { authenticationFirst } from './security/authentication-first.js'
import { authorization } from './security/authorization.js'
import { atOnce, state } from './state/state.js'
import { validRequests } from './valid-requests.js'

/** Probes of what bodies and parameters are. */
const CONTENT_PROBES: readonly Probe[] = [
  defaultValues,
  edgesOfParameters,
  jsonBodies,
  otherCredentials,
  randomBodies,
]

const HTTP_PROBES: readonly Probe[] = [
  authenticationFirst,
  authorization,
  outsideErrors,
  undocumentedMethods,
  paths,
  mediaTypes,
  contentCodings,
  responseCodings,
  largeBodies,
  preferences,
  heads,
  files,
  ranges,
  otherForms,
  brokenMessages,
  pipelining,
]

/** Probes of credentials and of HTTP, whatever the schemas say. */
export const TRANSPORT_PROBES = [authentication, ...HTTP_PROBES]

export function probesOf(depth: Depth): readonly Probe[] {
  if (depth === 'examples') return [validRequests, ...TRANSPORT_PROBES]
  return depth === 'edges' ? PROBES.filter((each) => each !== randomBodies) : PROBES
}

/**
 * All probes: those with the fewest requests first, and some bodies that break the schema, which many servers take;
 * then credentials and things, while there are few of them: a slow server may have no time for more.
 */
export const PROBES: readonly Probe[] = [
  validRequests,
  atOnce,
  edgesOfBodies,
  authentication,
  state,
  ...HTTP_PROBES,
  ...CONTENT_PROBES,
]
