import { Failure } from './failure.js'
import type { Call, Points, Principal } from './points.js'

/** RFC 6750, section 2.1; the name of a scheme has any case (RFC 9110, section 11.1). */
const BEARER = /^bearer +([\w.~+/-]+=*)$/i

export function security(p: Points, tokens: ReadonlyMap<string, Principal>) {
  const refused = (message: string, kind: number, error?: string) =>
    new Failure(401, message, { kind, headers: { 'WWW-Authenticate': p.challenge(error) } })

  return {
    challenge: (error?: string) => (error ? `Bearer error="${error}"` : 'Bearer'),
    principalOf: (token: string) => tokens.get(token),

    schemes: {
      bearerAuth({ headers }: Call) {
        const { authorization } = headers
        if (authorization === undefined) return undefined
        const [, token] = BEARER.exec(authorization) ?? []
        if (token === undefined) throw refused('The credential is malformed.', 1, 'invalid_request')
        const principal = p.principalOf(token)
        if (!principal) throw refused('The token is not accepted.', 2, 'invalid_token')
        return principal
      },
    },

    authenticate(call: Call) {
      const { security } = call.operation
      const names = security.flatMap((requirement) => Object.keys(requirement))
      for (const name of names) {
        const principal = p.schemes[name]?.(call)
        if (!principal) continue
        call.principal = principal
        return
      }
      throw refused('A credential is required.', 0)
    },

    hasScopes: ({ scopes }: Principal, wanted: readonly string[]) =>
      wanted.every((scope) => scopes.includes(scope)),

    authorize(call: Call) {
      const wanted = call.operation.security.flatMap((requirement) => requirement.bearerAuth ?? [])
      if (p.hasScopes(call.principal, wanted, call)) return
      const headers = { 'WWW-Authenticate': p.challenge('insufficient_scope') }
      throw new Failure(403, 'The credential does not have the scope.', { headers })
    },
  }
}
