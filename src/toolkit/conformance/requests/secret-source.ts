import type { GivenCredential, GivenCredentials } from './given-credentials.js'

/** Credentials as a user gives them: a secret, a function that fetches one, or several credentials of a scheme. */
export type CredentialSources = Readonly<
  Record<string, string | readonly GivenCredential[] | (() => string | Promise<string>)>
>

/** A secret that can be fetched again when the server takes it no more. */
export interface FetchedSecret {
  readonly secret: string
  /** Fetches one that is good now. */
  fetch(): string | Promise<string>
}

/** The credentials with all secrets fetched, once for the run. */
export async function fetchSecrets(sources: CredentialSources): Promise<{
  readonly given: GivenCredentials
  readonly fetched: readonly FetchedSecret[]
}> {
  const fetched: FetchedSecret[] = []
  const given: Record<string, string | readonly GivenCredential[]> = {}
  for (const [name, source] of Object.entries(sources)) {
    if (typeof source === 'function') {
      given[name] = await source()
      fetched.push({ secret: given[name], fetch: source })
    } else if (typeof source === 'string' || isList(source)) given[name] = source
    else throw new TypeError(wrong(name))
  }
  return { given, fetched }
}

const isList = (given: readonly GivenCredential[]) =>
  Array.isArray(given) && given.every((each) => typeof each?.token === 'string')

/** The value is not told: it may hold a secret. */
function wrong(name: string): string {
  return `security.${name} must be a secret (\`user:password\` for basic), a list of credentials, or a function that gives a secret`
}
