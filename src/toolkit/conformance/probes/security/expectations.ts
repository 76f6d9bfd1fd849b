import type { Operation } from '../../document/contract.js'
import type { Expectation } from '../../run/expectation.js'

/**
 * Credentials are missing or wrong. Where the document does not name 401, 403 is as good; 429 is a limit of attempts.
 *
 * @param tolerated - Other statuses that refuse such a request as rightly.
 */
export function unauthenticated(
  { responses }: Operation,
  tolerated: readonly number[] = [],
): Expectation {
  const isNamed = responses.some(({ status }) => status === '401')
  const allowed = [401, 429, ...(isNamed ? [] : [403]), ...tolerated]
  const others = allowed.filter((each) => each !== 401 && each !== 429)
  return {
    told: `status ${[401, ...others].join(' or ')}`,
    isMet: ({ status }) => allowed.includes(status),
  }
}

/** The credentials are right: whatever else may be wrong, they are not refused. */
export const LET_IN: Expectation = {
  told: 'no refusal of the credentials (401 or 403)',
  isMet: ({ status }) => status !== 401 && status !== 403,
}
