import { randomBytes } from 'node:crypto'

/** A setting that the process cannot start with; its message says what to do. */
export class SettingError extends Error {}

/** The accepted secrets, by the name of the environment variable that holds them. */
export type Secrets = (name: string) => readonly string[]

/**
 * Secrets from the environment, separated by commas. If none are set, the service generates one and prints
 * it, so that it is never open; in production it does not start.
 */
export function secretsFrom(
  env: NodeJS.ProcessEnv,
  tell: (line: string) => void = console.error,
): Secrets {
  const { NODE_ENV } = env
  return (name) => {
    const given = (env[name] ?? '').split(',').map((secret) => secret.trim())
    const secrets = given.filter((secret) => secret !== '')
    if (NODE_ENV === 'production' && secrets.some((secret) => isWeak(secretPart(name, secret)))) {
      throw new SettingError(
        `${name}: a secret needs 8 characters or more, 4 different ones among them`,
      )
    }
    if (secrets.length > 0) return secrets
    if (NODE_ENV === 'production') {
      throw new SettingError(
        `${name} is not set; give it the accepted secrets, separated by commas`,
      )
    }
    const made = makeSecret(name)
    tell(`${name} is not set; until the process ends it is ${made}`)
    return [made]
  }
}

function isWeak(secret: string): boolean {
  return secret.length < 8 || new Set(secret).size < 4
}

/** Users have a name before their password. */
function secretPart(name: string, secret: string): string {
  return name.endsWith('USERS') ? secret.slice(secret.indexOf(':') + 1) : secret
}

function makeSecret(name: string): string {
  const secret = randomBytes(24).toString('base64url')
  return name.endsWith('USERS') ? `user:${secret}` : secret
}
