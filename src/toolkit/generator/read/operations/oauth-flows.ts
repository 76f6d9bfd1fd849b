import { isObject, plainText } from '../../../openapi/json.js'
import { didYouMean } from '../../../shared/spelling.js'
import type { DescribedSecurityScheme, TokenSource } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { entriesOf, followed } from '../document/referenced-fields.js'
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

const ADDRESSES = ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl', 'refreshUrl']
/** Where clients get the tokens of a security scheme; nothing for a scheme without tokens. Reports what it lacks. */
export function readTokenSources(
  scheme: Cursor,
  type: string | undefined,
): { sources?: readonly TokenSource[] } {
  const flow = scheme.get('flow')
  const old = OLD_NAMES.get(plainText(flow?.value))
  if (type === 'openIdConnect') reportMissing(scheme, ['openIdConnectUrl'])
  if (type === 'oauth2' && flow === undefined) reportMissing(scheme, ['flows'])
  const isOld = flow !== undefined && !scheme.pointer.startsWith('#/components/')
  if (type === 'oauth2' && isOld && old === undefined) reportFlow(flow)
  const flows = old ? [[old, scheme] as const] : entriesOf(scheme.get('flows'))
  const sources = [
    sourceOf('discovery', scheme, ['openIdConnectUrl', 'oauth2MetadataUrl']),
    ...flows.map(([name, each]) => {
      const found = followed(each)
      if (found && type === 'oauth2') reportMissing(found, NEEDED.get(name) ?? [])
      return sourceOf(name, found, ADDRESSES)
    }),
  ]
  const found = sources.filter(({ urls }) => Object.keys(urls).length > 0)
  return found.length > 0 ? { sources: found } : {}
}

function reportFlow(flow: Cursor): void {
  const name = plainText(flow.value)
  const renamed = [...OLD_NAMES].find(([, later]) => later === name)?.[0]
  const names = [...OLD_NAMES.keys()]
  const otherwise = didYouMean(name, names, `use ${names.join(', ')}`)
  const advice = renamed ? `write \`${renamed}\`` : otherwise
  flow.warn(`\`${name}\` is no flow of Swagger 2.0`, advice)
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

function sourceOf(flow: string, owner: Cursor | undefined, fields: readonly string[]): TokenSource {
  const urls = fields.flatMap((name) => {
    const url = followed(owner?.get(name))?.value
    return typeof url === 'string' ? [[name, url] as const] : []
  })
  const scopes = followed(owner?.get('scopes'))?.withFields('it is ignored').value
  return { flow, urls: Object.fromEntries(urls), scopes: Object.keys(Object(scopes)) }
}

/** Reports a scope that no flow of its scheme has, where they have some. */
export function checkScope(scope: Cursor, scheme: DescribedSecurityScheme | undefined): void {
  const { value } = scope
  const known = (scheme?.sources ?? []).flatMap(({ scopes }) => scopes)
  if (typeof value !== 'string' || known.length === 0 || known.includes(value)) return
  const message = `no flow of the security scheme has the scope \`${value}\``
  scope.warn(message, didYouMean(value, known, 'declare it under `scopes`'))
}
