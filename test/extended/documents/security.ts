import { yamlOf } from '../../helpers/rows.js'
import type { Chance } from '../../toolkit/runtime/json/random.js'
import { names } from './names.js'
import type { Version } from './schemas.js'

const KEYS = `
  - { type: apiKey, in: header, name: X-Key }
  - { type: apiKey, in: query, name: X-Key }`

const FLOW = "tokenUrl: 'https://a.example/token', scopes: { read: Reads., 'write:all': Writes. }"

const OLD = yamlOf(`${KEYS}
  - { type: basic }
  - { type: oauth2, flow: application, ${FLOW} }
`) as readonly object[]

const NEW = yamlOf(`${KEYS}
  - { type: apiKey, in: cookie, name: session }
  - { type: http, scheme: basic }
  - { type: http, scheme: bearer, bearerFormat: JWT }
  - { type: oauth2, flows: { clientCredentials: { ${FLOW} } } }
  - { type: oauth2, flows: { authorizationCode: { authorizationUrl: 'https://a.example/ask', ${FLOW} } } }
  - { type: openIdConnect, openIdConnectUrl: 'https://a.example/.well-known/openid' }
`) as readonly object[]

/** Security schemes of all types that a version has, by their names. */
export function securitySchemes(random: Chance, version: Version): Record<string, object> {
  const all = version === '2.0' ? OLD : NEW
  const isOwn = version === '2.0' || version === '3.0.4'
  const types = isOwn ? all : [...all, { type: 'mutualTLS' }]
  return Object.fromEntries(names(random, 3).map((each) => [each, random.pick(types)]))
}

/** Requirements of an operation: one scheme, one of several, several at once, or nothing. */
export function requirements({ pick }: Chance, schemes: readonly string[]): object[] {
  const one = () => ({ [pick(schemes)]: [] })
  return pick([[one()], [one(), one()], [{ ...one(), ...one() }], [one(), {}], []])
}
