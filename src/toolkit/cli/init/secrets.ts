import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Secret } from './request.js'
import type { Scheme } from './schemes.js'
import type { Written } from './write.js'

/**
 * Makes the secrets of a service for its development, in a file that git ignores. What is not in a file
 * the service makes and tells itself.
 */
export async function writeSecrets(written: Written, schemes: readonly Scheme[]): Promise<Secret> {
  const variables = schemes.flatMap(({ variable = [] }) => variable)
  const made = new Map(variables.map((name) => [name, makeSecret(name)]))
  const lines = [...made].map(([name, secret]) => `${name}=${secret}\n`)
  const isSafe = variables.length > 0 && isIgnored(written.root)
  const isKept = isSafe && (await written.add('.env', lines.join(''), 0o600))
  return (variable) => (isKept ? (made.get(variable) as string) : 'SECRET')
}

function makeSecret(variable: string): string {
  const secret = randomBytes(24).toString('base64url')
  return variable.endsWith('USERS') ? `user:${secret}` : secret
}

function isIgnored(root: string): boolean {
  const file = path.join(root, '.gitignore')
  return existsSync(file) && /^\/?(\.env|\.env\*|\*\.env)\s*$/m.test(readFileSync(file, 'utf8'))
}
