import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import type { SecurityHandler } from './security.js'
import { accepted } from './verdict.js'

/** How often a client may send credentials that are not accepted. */
export interface FailureLimits {
  /**
   * How many of them in one window.
   *
   * @defaultValue 1000
   */
  readonly failures?: number
  /**
   * How long a window is, in milliseconds.
   *
   * @defaultValue 60,000
   */
  readonly window?: number
  /**
   * How many clients are remembered; beyond them the one is forgotten whose last failure is the oldest.
   *
   * @defaultValue 10,000
   */
  readonly clients?: number
}

interface FailureCount {
  count: number
  /** When the window ends, in milliseconds. */
  readonly end: number
}

/**
 * A security handler that answers 429 with `Retry-After`, in place of 401, to who goes on guessing.
 * Credentials that are accepted are so from everywhere and at any time: who guesses from an address
 * locks out nobody whom it is shared with.
 *
 * ```ts
 * security: { bearerAuth: limitFailures(bearer(tokens), { failures: 100 }) }
 * ```
 *
 * A client is an IPv4 address, or the first half of an IPv6 address: of such a network one client has
 * all (RFC 6177, section 2).
 *
 * @throws {TypeError} for a limit that is no whole number above 0: it would limit nothing.
 */
export function limitFailures<Principal>(
  handler: SecurityHandler<Principal>,
  { failures = 1_000, window = 60_000, clients = 10_000 }: FailureLimits = {},
): SecurityHandler<Principal> {
  for (const [name, limit] of Object.entries({ failures, window, clients })) {
    if (Number.isSafeInteger(limit) && limit > 0) continue
    throw new TypeError(`limitFailures: ${name} is a whole number above 0`)
  }
  const known = new Map<string, FailureCount>()
  const count = (client: string): FailureCount => {
    const before = known.get(client)
    const now = Date.now()
    const entry =
      before !== undefined && before.end > now ? before : { count: 0, end: now + window }
    entry.count++
    known.delete(client)
    known.set(client, entry)
    if (known.size > clients) known.delete(known.keys().next().value as string)
    return entry
  }
  return {
    // It may be of a class, whose methods no copy of the object has.
    async prepare(app, schemes) {
      await handler.prepare?.(app, schemes)
    },
    async authenticate(request, reply, scopes, scheme) {
      try {
        return accepted(await handler.authenticate(request, reply, scopes, scheme), scheme)
      } catch (error) {
        if (!isGuess(error)) throw error
        const { count: failed, end } = count(clientOf(request))
        if (failed <= failures) throw error
        const seconds = Math.max(1, Math.ceil((end - Date.now()) / 1_000))
        const headers = { 'retry-after': String(seconds) }
        throw new ContractError(errors.tooManyRequests, { headers, cause: error })
      }
    },
  }
}

/** Who sent no credential has not guessed. */
function isGuess(error: unknown): boolean {
  return error instanceof ContractError && error.body.error === errors.invalidCredentials.error
}

function clientOf({ ip }: FastifyRequest): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = ip.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const missing = Math.max(0, 8 - groups(head).length - groups(tail).length)
  const all = ip.includes('::')
    ? [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)]
    : groups(ip)
  return all.slice(0, 4).join(':')
}
