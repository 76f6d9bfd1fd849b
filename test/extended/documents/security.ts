import type { Chance } from '../../toolkit/runtime/json/random.js'
import { names } from './names.js'
import type { Version } from './schemas.js'

const AUTHORIZATION = 'https://example.com/authorize'
const TOKEN = 'https://example.com/token'
const SCOPES = { read: 'Reads.', 'write:all': 'Writes.' }

const KEYS: readonly object[] = ['header', 'query'].map((place) => {
  return { type: 'apiKey', in: place, name: 'X-Key' }
})

const OLD: readonly object[] = [
  ...KEYS,
  { type: 'basic' },
  { type: 'oauth2', flow: 'application', tokenUrl: TOKEN, scopes: SCOPES },
]

const NEW: readonly object[] = [
  ...KEYS,
  { type: 'apiKey', in: 'cookie', name: 'session' },
  { type: 'http', scheme: 'basic' },
  { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  { type: 'oauth2', flows: { clientCredentials: { tokenUrl: TOKEN, scopes: SCOPES } } },
  {
    type: 'oauth2',
    flows: {
      authorizationCode: { authorizationUrl: AUTHORIZATION, tokenUrl: TOKEN, scopes: SCOPES },
    },
  },
  { type: 'openIdConnect', openIdConnectUrl: 'https://example.com/.well-known/openid' },
]

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
