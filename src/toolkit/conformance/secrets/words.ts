import type { Credentials } from '../requests/credentials.js'

/** Secrets such as `wrong`, which the kit's own texts have for another reason. */
const WORD = /^[a-z]{1,12}$/i

/** The secrets that are to be hidden in texts of the kit; the names of the others stay. */
export function withoutWords(secrets: Credentials): Credentials {
  const all = Object.entries(secrets).map(([name, secret]) => [
    name,
    WORD.test(secret) ? '' : secret,
  ])
  return Object.fromEntries(all)
}
