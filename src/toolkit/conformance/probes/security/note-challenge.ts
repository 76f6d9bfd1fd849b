import { headerOf } from '../../exchange/request.js'
import { isResponse, type Outcome } from '../../exchange/response.js'
import { parseChallenges } from '../../judge/challenges.js'
import type { Kit } from '../../run/kit.js'

/** RFC 6750, section 3.1: what servers should say is no rule. */
export function noteChallenge(kit: Kit, what: string, outcome: Outcome | undefined): void {
  if (outcome === undefined || !isResponse(outcome) || outcome.status !== 401) return
  const challenges = parseChallenges(headerOf(outcome, 'www-authenticate') ?? '') ?? []
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer')
  if (bearer === undefined) return
  const { error } = bearer.parameters
  if (what === 'no credential' && error !== undefined)
    kit.notes.add('The challenge has an error code though there was no credential (RFC 6750, 3.1).')
  if (what.endsWith('another last character') && error !== 'invalid_token')
    kit.notes.add('The challenge to a wrong token has no invalid_token (RFC 6750, 3.1).')
}
