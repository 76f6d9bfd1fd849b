import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FileWriter } from './file-writer.js'
import type { ServiceScheme } from './security-schemes.js'

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
  const secrets = new Map(variables.map((name) => [name, randomSecret(name)]))
  const lines = [...secrets].map(([name, secret]) => `${name}=${secret}\n`)
  const isSafe = variables.length > 0 && isEnvIgnored(writer.root)
  const isWritten = isSafe && (await writer.add('.env', lines.join(''), 0o600))
  return (variable) => (isWritten ? (secrets.get(variable) as string) : 'SECRET')
}

function randomSecret(variable: string): string {
  const secret = randomBytes(24).toString('base64url')
  return variable.endsWith('USERS') ? `user:${secret}` : secret
}

function isEnvIgnored(root: string): boolean {
  const file = path.join(root, '.gitignore')
  return existsSync(file) && /^\/?(\.env|\.env\*|\*\.env)\s*$/m.test(readFileSync(file, 'utf8'))
}
