import type { Credentials } from './credentials.js'

/** A credential of which more is known than its secret. */
export interface GivenCredential {
  readonly token: string
  /** All scopes that it has. Default: those that any operation asks for. */
  readonly scopes?: readonly string[]
  /** Whose it is: with `owners`, what one user creates another one may neither see nor change. */
  readonly user?: string
}

/** Secrets by the names of security schemes, or several credentials of a scheme: the first one is for valid requests. */
export type GivenCredentials = Readonly<Record<string, string | readonly GivenCredential[]>>

/** A credential beside the first one of its scheme. */
export interface OtherCredential extends GivenCredential {
  readonly scheme: string
  /** True if it belongs to another user than the first one of its scheme. */
  readonly isForeign: boolean
}

/** The secrets for valid requests. */
export function primaryCredentials(given: GivenCredentials): Credentials {
  const pairs = Object.entries(given).flatMap(([scheme, value]) => {
    const secret = typeof value === 'string' ? value : value[0]?.token
    return secret === undefined ? [] : [[scheme, secret] as const]
  })
  return Object.fromEntries(pairs)
}

/** All credentials but those for valid requests. */
export function otherCredentials(given: GivenCredentials): readonly OtherCredential[] {
  return Object.entries(given).flatMap(([scheme, value]) => {
    if (typeof value === 'string') return []
    const [first, ...others] = value
    return others.map((each) => ({
      ...each,
      scheme,
      isForeign: each.user !== undefined && each.user !== first?.user,
    }))
  })
}

/** The credentials of another user among them, by the names of their schemes; `undefined` without one. */
export function strangerIn(others: readonly OtherCredential[]): Credentials | undefined {
  const foreign = others.filter(({ isForeign }) => isForeign)
  if (foreign.length === 0) return undefined
  return Object.fromEntries(foreign.map(({ scheme, token }) => [scheme, token]))
}

/** The secrets of a run, under names for the variables that stand for them. */
export function namedSecrets({
  credentials,
  others,
}: {
  readonly credentials: Credentials
  readonly others: readonly OtherCredential[]
}): Credentials {
  const more = others.map(({ scheme, user, token }, at) => [`${scheme} ${user ?? at + 2}`, token])
  return { ...credentials, ...Object.fromEntries(more) }
}
