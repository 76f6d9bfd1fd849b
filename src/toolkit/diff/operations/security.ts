import type {
  DescribedSecurityScheme,
  TestedContract,
} from '../../conformance/document/contract.js'
import type { SecurityRequirement } from '../../openapi/security.js'
import type { BothOperations, Comparing, PartEffect } from './operation-effects.js'
import { tokenSourceEffects } from './token-sources.js'

/** Credentials that a request has, each with its scopes, by what clients send rather than by name. */
type SentCredentials = ReadonlyMap<string, readonly string[]>

/** What a scheme is known by: what clients send, whatever its name. */
type SchemeKey = (name: string) => string

function alternativesOf(
  security: readonly SecurityRequirement[],
  keyOf: SchemeKey,
): readonly SentCredentials[] {
  const all = security.length === 0 ? [{}] : security
  return all.map(
    (each) => new Map(Object.entries(each).map(([name, scopes]) => [keyOf(name), scopes])),
  )
}

/** Keys of the schemes of a document: of those that send nothing of their own, the name in the old one. */
function keysOf({ old, new: kept }: Comparing, side: 'old' | 'new'): SchemeKey {
  const contract = side === 'old' ? old.contract : kept.contract
  return (name) => {
    const scheme = contract.scheme(name) as DescribedSecurityScheme
    const { type, in: location, parameter = '' } = scheme
    if (type === 'http') return `http ${scheme.scheme}`
    // The names of headers have no case (RFC 9110, section 5.1).
    if (type === 'apiKey') {
      return `${location} ${location === 'header' ? parameter.toLowerCase() : parameter}`
    }
    return `${type} ${side === 'old' ? name : oldName(old.contract, kept.contract, scheme)}`
  }
}

/** The name that a scheme had, if it is one of the same addresses. */
function oldName(
  before: TestedContract,
  after: TestedContract,
  { name, type, sources }: DescribedSecurityScheme,
): string {
  if (type === 'undeclared' || before.scheme(name)?.type === type) return name
  const same = before.model.securitySchemes.find(
    (each) =>
      each.type === type &&
      after.scheme(each.name) === undefined &&
      JSON.stringify(each.sources) === JSON.stringify(sources),
  )
  return same?.name ?? name
}

/** True if credentials are enough for an alternative. */
function isEnough(given: SentCredentials, wanted: SentCredentials): boolean {
  return [...wanted].every(([scheme, scopes]) => {
    const has = given.get(scheme)
    return has !== undefined && scopes.every((scope) => has.includes(scope))
  })
}

/** Changes of what a request has to be authenticated by, and of where clients get it. */
export function securityEffects(comparing: Comparing, both: BothOperations): PartEffect[] {
  const [oldKey, newKey] = [keysOf(comparing, 'old'), keysOf(comparing, 'new')]
  const after = new Map(
    schemesOf(comparing.new.contract, both.new.security).map((each) => [newKey(each.name), each]),
  )
  const sources = schemesOf(comparing.old.contract, both.old.security).flatMap((each) => {
    const same = after.get(oldKey(each.name))
    return same === undefined ? [] : tokenSourceEffects(comparing, each, same)
  })
  return [...requirementEffects(comparing, both), ...sources.map((each) => ({ ...each, part: '' }))]
}

/** The schemes that an operation asks for. */
function schemesOf(contract: TestedContract, security: readonly SecurityRequirement[]) {
  const names = new Set(security.flatMap((each) => Object.keys(each)))
  return [...names].map((name) => contract.scheme(name) as DescribedSecurityScheme)
}

function requirementEffects(comparing: Comparing, both: BothOperations): PartEffect[] {
  const before = alternativesOf(both.old.security, keysOf(comparing, 'old'))
  const after = alternativesOf(both.new.security, keysOf(comparing, 'new'))
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

/** Credentials in words. */
function told(credentials: SentCredentials): string {
  if (credentials.size === 0) return 'no credentials'
  return [...credentials]
    .map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`))
    .join(' with ')
}
