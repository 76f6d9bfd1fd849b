import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { errors, HttpRefusal } from '../errors/http-refusal.js'
import type { SecurityHandler } from './security.js'

/** Limits for rejected credentials of one client. */
export interface FailureLimits {
  /** Most rejected credentials in one window. Default: 1000. */
  readonly failures?: number
  /** Length of a window, in milliseconds. Default: 60,000. */
  readonly window?: number
  /** Most clients that are counted, those with the latest failures. Default: 10,000. */
  readonly clients?: number
}

interface FailureCount {
  count: number
  /** End of the window, in milliseconds. */
  readonly end: number
}

/**
 * A security handler that answers 429 with `Retry-After`, in place of 401, to a client that goes on
 * guessing. Accepted credentials are always accepted: a guesser locks out nobody who shares its
 * address.
 *
 * ```ts
 * security: { bearerAuth: limitFailures(bearer(tokens), { failures: 100 }) }
 * ```
 *
 * A client is an IPv4 address, or the first half of an IPv6 address, since one client has a whole
 * such network (RFC 6177, section 2).
 *
 * @throws {TypeError} for a limit that is not a whole number above 0.
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
    const now = performance.now()
    const entry =
      before !== undefined && before.end > now ? before : { count: 0, end: now + window }
    entry.count++
    known.delete(client)
    known.set(client, entry)
    if (known.size > clients) known.delete(known.keys().next().value as string)
    return entry
  }
  return {
    // A handler may be an instance of a class, whose methods a copy would lack.
    prepare: (app, schemes) => handler.prepare?.(app, schemes),
    authenticate: (request, reply, scopes, scheme) =>
      handler.authenticate(request, reply, scopes, scheme),
    refuse(refusal, request) {
      const error = handler.refuse?.(refusal, request) ?? refusal
      const code = error instanceof HttpRefusal && error.body.error
      // A request without a credential is not a guess.
      if (code !== errors.invalidCredentials.error) return error
      const { count: failed, end } = count(clientOf(request))
      if (failed <= failures) return error
      const seconds = Math.max(1, Math.ceil((end - performance.now()) / 1_000))
      const headers = { 'retry-after': String(seconds) }
      return new HttpRefusal(errors.tooManyRequests, { headers, cause: error })
    },
  }
}

function clientOf({ ip }: FastifyRequest): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const halves = ip.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const [before = [], after = []] = halves
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
