import type { Model, SecurityScheme } from '../../generator/model/model.js'

/** How a service knows who sends a request, for one security scheme of its document. */
export interface Scheme {
  readonly name: string
  readonly kind: 'bearer' | 'basic' | 'apiKey' | 'mutualTls' | 'other'
  /** The environment variable that holds the accepted secrets; none where there are none. */
  readonly variable?: string
  /** All scopes that operations ask for. */
  readonly scopes: readonly string[]
  readonly scheme: SecurityScheme
}

/** The schemes that operations ask for. */
export function schemesOf({ operations, securitySchemes }: Model): Scheme[] {
  const asked = operations.flatMap(({ security }) =>
    security.flatMap((each) => Object.entries(each)),
  )
  const taken = new Set<string>()
  return securitySchemes
    .filter(({ name }) => asked.some(([other]) => other === name))
    .map((scheme) => {
      const { name } = scheme
      const kind = kindOf(scheme)
      const scopes = new Set(asked.flatMap(([other, some]) => (other === name ? some : [])))
      const variable = SECRETS[kind] && free(variableName(name, SECRETS[kind]), taken)
      return { name, kind, scheme, scopes: [...scopes], ...(variable && { variable }) }
    })
}

/** What secrets of each kind are called. */
const SECRETS: Readonly<Record<Scheme['kind'], string | undefined>> = {
  ...{ bearer: 'TOKENS', basic: 'USERS', apiKey: 'KEYS' },
  ...{ mutualTls: undefined, other: undefined },
}

function kindOf({ type, scheme, in: place }: SecurityScheme): Scheme['kind'] {
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer'
  if (type === 'apiKey') return place === undefined ? 'other' : 'apiKey'
  if (type === 'mutualTLS') return 'mutualTls'
  return type === 'http' && (scheme === 'bearer' || scheme === 'basic') ? scheme : 'other'
}

/** `bearerAuth` holds `BEARER_AUTH_TOKENS`, `api_key` holds `API_KEYS`. */
function variableName(name: string, secrets: string): string {
  const words = name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_|_$/g, '')
    .toUpperCase()
  const start = /^[A-Z]/.test(words) ? words : `AUTH_${words}`
  const singular = secrets.slice(0, -1)
  return start.endsWith(singular) ? `${start}S` : `${start}_${secrets}`
}

/** No two schemes take the same secrets because their names are alike. */
function free(name: string, taken: Set<string>): string {
  let found = name
  for (let number = 2; taken.has(found); number++) found = `AUTH${number}_${name}`
  taken.add(found)
  return found
}
