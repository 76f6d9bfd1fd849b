import { append } from '../../openapi/json-pointer.js'
import type { DescribedSecurityScheme, Operation, TestedContract } from '../document/contract.js'
import { parseChallenges } from './challenges.js'
import type { Finding } from './finding.js'
import type { ReceivedExchange } from './judge-response.js'

/** 401 has a challenge, of a scheme by which the operation lets clients in (RFC 9110, section 15.5.2). */
export function judgeChallenge({ contract, operation, response }: ReceivedExchange): Finding[] {
  if (response.status !== 401) return []
  const pointer = operation === undefined ? '#/paths' : append(operation.pointer, 'security')
  const finding = (expected: string, received: string): Finding[] => [
    { check: 'challenge', pointer, expected, received },
  ]
  const lines = response.headers.filter(([name]) => name.toLowerCase() === 'www-authenticate')
  const text = lines.map(([, value]) => value).join(', ')
  if (lines.length === 0)
    return finding('WWW-Authenticate with a challenge', 'status 401 without WWW-Authenticate')
  const challenges = parseChallenges(text)
  const received = `WWW-Authenticate: ${text}`
  if (challenges === undefined)
    return finding('a challenge: a scheme and its parameters, parted by commas', received)
  const schemes = operation === undefined ? undefined : schemesOf(contract, operation)
  if (schemes === undefined || challenges.some(({ scheme }) => schemes.includes(scheme))) return []
  return finding(`a challenge of the scheme ${schemes.join(' or ')}`, received)
}

/** Schemes of HTTP of an operation, in lower case; `undefined` if any may be among the challenges. */
function schemesOf(contract: TestedContract, { security }: Operation): string[] | undefined {
  const names = new Set(security.flatMap((each) => Object.keys(each)))
  const schemes = [...names].map((name) => {
    const { type, scheme } = contract.scheme(name) as DescribedSecurityScheme
    if (type === 'http') return scheme === undefined ? [] : [scheme.toLowerCase()]
    // RFC 9449 adds DPoP to the tokens of OAuth 2.0.
    return type === 'oauth2' || type === 'openIdConnect' ? ['bearer', 'dpop'] : []
  })
  return schemes.length === 0 || schemes.some((each) => each.length === 0)
    ? undefined
    : schemes.flat()
}
