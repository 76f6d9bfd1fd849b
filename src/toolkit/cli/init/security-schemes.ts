import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { DescribedSecurityScheme, Model } from '../../generator/model/model.js'
import type { FileWriter } from './manifest-writer.js'

/** A security scheme of the document, and how the service authenticates requests by it. */
export interface ServiceScheme {
  readonly name: string
  readonly kind: 'bearer' | 'basic' | 'apiKey' | 'mutualTls' | 'other'
  /** The environment variable with the accepted secrets, for kinds that have secrets. */
  readonly variable?: string
  readonly scopes: readonly string[]
  readonly scheme: DescribedSecurityScheme
}

export function schemesOf({ operations, securitySchemes }: Model): ServiceScheme[] {
  const required = operations.flatMap(({ security }) =>
    security.flatMap((each) => Object.entries(each)),
  )
  const taken = new Set<string>()
  return securitySchemes
    .filter(({ name }) => required.some(([other]) => other === name))
    .map((scheme) => {
      const { name } = scheme
      const kind = kindOf(scheme)
      const scopes = new Set(required.flatMap(([other, some]) => (other === name ? some : [])))
      const plural = SECRETS[kind]
      const variable = plural && unique(variableName(name, plural), taken)
      return { name, kind, scheme, scopes: [...scopes], ...(variable && { variable }) }
    })
}

const SECRETS: Readonly<Partial<Record<ServiceScheme['kind'], string>>> = {
  bearer: 'TOKENS',
  basic: 'USERS',
  apiKey: 'KEYS',
}

function kindOf({ type, scheme, in: location }: DescribedSecurityScheme): ServiceScheme['kind'] {
  if (type === 'oauth2' || type === 'openIdConnect') return 'bearer'
  if (type === 'apiKey') return location === undefined ? 'other' : 'apiKey'
  if (type === 'mutualTLS') return 'mutualTls'
  return type === 'http' && (scheme === 'bearer' || scheme === 'basic') ? scheme : 'other'
}

/** `bearerAuth` has `BEARER_AUTH_TOKENS`, `api_key` has `API_KEYS`. */
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

/** Schemes with similar names never share a variable. */
function unique(name: string, taken: Set<string>): string {
  let result = name
  for (let number = 2; taken.has(result); number++) result = `AUTH${number}_${name}`
  taken.add(result)
  return result
}

/** Returns the secret in a variable, for the development of a service. */
export type SecretOf = (variable: string) => string

/**
 * Writes random secrets into `.env` if git ignores that file. Without it the service makes secrets at its
 * start and prints them.
 */
export async function writeSecrets(
  writer: FileWriter,
  schemes: readonly ServiceScheme[],
): Promise<SecretOf> {
  const variables = schemes.flatMap(({ variable = [] }) => variable)
  const secrets = new Map(
    variables.map((name) => {
      const secret = randomBytes(24).toString('base64url')
      return [name, name.endsWith('USERS') ? `user:${secret}` : secret]
    }),
  )
  const lines = [...secrets].map(([name, secret]) => `${name}=${secret}\n`)
  const isSafe = variables.length > 0 && isEnvIgnored(writer.root)
  const isWritten = isSafe && (await writer.add('.env', lines.join(''), 0o600))
  return (variable) => (isWritten ? (secrets.get(variable) as string) : 'SECRET')
}

function isEnvIgnored(root: string): boolean {
  const file = path.join(root, '.gitignore')
  return existsSync(file) && /^\/?(\.env|\.env\*|\*\.env)\s*$/m.test(readFileSync(file, 'utf8'))
}
