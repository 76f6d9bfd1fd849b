import type { TestedContract } from '../../conformance/document/contract.js'
import type { SecurityRequirement, SecurityScheme } from '../../openapi/security.js'
import type { BothOperations, Comparing, PartEffect } from './operation-effects.js'

/** SentCredentials that a request has, each with its scopes, by what clients send rather than by name. */
type SentCredentials = ReadonlyMap<string, readonly string[]>

function alternativesOf(
  contract: TestedContract,
  security: readonly SecurityRequirement[],
): readonly SentCredentials[] {
  const all = security.length === 0 ? [{}] : security
  return all.map(
    (each) =>
      new Map(Object.entries(each).map(([name, scopes]) => [schemeOf(contract, name), scopes])),
  )
}

/** What tells a scheme: its name does not, where something else does. */
function schemeOf(contract: TestedContract, name: string): string {
  const { type, scheme, in: location, parameter } = contract.scheme(name) as SecurityScheme
  if (type === 'http') return `http ${scheme}`
  return type === 'apiKey' ? `${location} ${parameter}` : `${type} ${name}`
}

/** True if credentials are enough for an alternative. */
function isEnough(given: SentCredentials, wanted: SentCredentials): boolean {
  return [...wanted].every(([scheme, scopes]) => {
    const has = given.get(scheme)
    return has !== undefined && scopes.every((scope) => has.includes(scope))
  })
}

/** Changes of what a request has to be authenticated by. */
export function securityEffects(comparing: Comparing, both: BothOperations): PartEffect[] {
  const before = alternativesOf(comparing.old.contract, both.old.security)
  const after = alternativesOf(comparing.new.contract, both.new.security)
  const places = {
    part: '',
    old: comparing.old.place(`${both.old.pointer}/security`),
    new: comparing.new.place(`${both.new.pointer}/security`),
  }
  const refused = before.filter((each) => !after.some((other) => isEnough(each, other)))
  const added = after.filter((each) => !before.some((other) => isEnough(each, other)))
  const wanted = after.map(told).join(', or ')
  return [
    ...refused.map((each): PartEffect => {
      return {
        rule: 'security-tightened',
        severity: 'breaking',
        who: `clients that send ${told(each)}`,
        text: `${wanted} ${after.length === 1 ? 'is' : 'are'} needed`,
        witness: { value: { security: Object.fromEntries(each) } },
        ...places,
      }
    }),
    ...added.slice(0, refused.length === 0 ? added.length : 0).map((each): PartEffect => {
      const who = 'nobody has to send it'
      const text = `${told(each)} is enough`
      return { rule: 'security-loosened', severity: 'notice', who, text, ...places }
    }),
  ]
}

/** SentCredentials in words. */
function told(credentials: SentCredentials): string {
  if (credentials.size === 0) return 'no credentials'
  return [...credentials]
    .map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`))
    .join(' with ')
}
