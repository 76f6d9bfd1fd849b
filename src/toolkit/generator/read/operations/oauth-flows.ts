import { isObject } from '../../../openapi/json.js'
import { didYouMean } from '../../../shared/spelling.js'
import { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { TokenSource } from '../../model/model.js'
import { Cursor } from '../document/cursor.js'
import { entriesOf, followed } from '../document/referenced-fields.js'
import { resolve } from '../document/references.js'
import { hasNearly } from '../document/unknown-members.js'

/** What each flow needs (3.2, section 4.29.1). */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['implicit', ['authorizationUrl', 'scopes']],
  ['password', ['tokenUrl', 'scopes']],
  ['clientCredentials', ['tokenUrl', 'scopes']],
  ['authorizationCode', ['authorizationUrl', 'tokenUrl', 'scopes']],
  ['deviceAuthorization', ['deviceAuthorizationUrl', 'tokenUrl', 'scopes']],
])

/** The flows of Swagger 2.0 under the names that they have since (2.0, Security Scheme Object). */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
])

/** Reports what a security scheme lacks that says where a client gets its token. */
export function checkFlows(scheme: Cursor, type: string | undefined): void {
  if (type === 'openIdConnect') reportMissing(scheme, ['openIdConnectUrl'])
  if (type !== 'oauth2') return
  const flow = scheme.get('flow')
  if (flow === undefined) reportMissing(scheme, ['flows'])
  else if (!scheme.pointer.startsWith('#/components/')) checkOld(scheme, flow)
  for (const [name, each] of entriesOf(scheme.get('flows'))) {
    const needed = NEEDED.get(name)
    const found = needed && followed(each)
    if (found) reportMissing(found, needed)
    if (found) checkScopes(found)
  }
}

function checkOld(scheme: Cursor, flow: Cursor): void {
  const name = OLD_NAMES.get(String(flow.value))
  if (name !== undefined) {
    reportMissing(scheme, NEEDED.get(name) ?? [])
    return
  }
  const renamed = [...OLD_NAMES].find(([, later]) => later === flow.value)?.[0]
  const names = [...OLD_NAMES.keys()]
  const advice = renamed
    ? `write \`${renamed}\``
    : didYouMean(String(flow.value), names, `use ${names.join(', ')}`)
  flow.warn(`\`${flow.value}\` is no flow of Swagger 2.0`, advice)
}

function reportMissing(owner: Cursor, fields: readonly string[]): void {
  if (!isObject(owner.value)) return
  for (const field of fields) {
    if (Object.hasOwn(owner.value, field) || hasNearly(owner, field)) continue
    owner.warn(`\`${field}\` is missing: a client cannot know it`, `add \`${field}\``, {
      once: true,
    })
  }
}

const ADDRESSES = ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl', 'refreshUrl']
const DISCOVERIES = ['openIdConnectUrl', 'oauth2MetadataUrl']

/** Where clients get the tokens of a security scheme; nothing for a scheme without tokens. */
export function readTokenSources(scheme: Cursor): { sources?: readonly TokenSource[] } {
  const old = OLD_NAMES.get(String(scheme.get('flow')?.value))
  const flows = old ? [[old, scheme] as const] : entriesOf(scheme.get('flows'))
  const sources = [
    sourceOf('discovery', scheme, DISCOVERIES),
    ...flows.map(([flow, each]) => sourceOf(flow, followed(each), ADDRESSES)),
  ]
  const found = sources.filter(({ urls }) => Object.keys(urls).length > 0)
  return found.length > 0 ? { sources: found } : {}
}

function sourceOf(flow: string, owner: Cursor | undefined, fields: readonly string[]): TokenSource {
  const urls = fields.flatMap((name) => {
    const url = followed(owner?.get(name))?.value
    return typeof url === 'string' ? [[name, url] as const] : []
  })
  const scopes = Object.keys(Object(followed(owner?.get('scopes'))?.value))
  return { flow, urls: Object.fromEntries(urls), scopes }
}

function checkScopes(flow: Cursor): void {
  const scopes = flow.get('scopes')
  if (scopes === undefined || isObject(scopes.value)) return
  scopes.warn('`scopes` are no map of names to descriptions', 'write `NAME: what it allows`')
}

/** Reports a scope that no flow of its scheme has, where they have some. */
export function checkScope(scope: Cursor, scheme: string | undefined): void {
  const { source, pointer, value } = scope
  const at = new Cursor(source, pointer, { $ref: scheme }, new Diagnostics())
  const found = scheme === undefined ? undefined : resolve(at)
  if (found === undefined || typeof value !== 'string') return
  const flows = [found, ...entriesOf(found.get('flows')).map(([, each]) => each)]
  const known = flows.flatMap((flow) => Object.keys(Object(flow.get('scopes')?.value)))
  if (known.length === 0 || known.includes(value)) return
  const message = `no flow of the security scheme has the scope \`${value}\``
  scope.warn(message, didYouMean(value, known, 'declare it under `scopes`'))
}
