import type { Started } from '../../toolkit/conformance/servers/start.js'

/** The credentials of a server as the kit takes them: the catalog has some that may do less, or are another user's. */
export function securityOf({ credentials }: Pick<Started, 'credentials'>) {
  const { reader, other, bearerAuth, ...rest } = credentials
  const others = [
    ...(reader === undefined ? [] : [{ token: reader, scopes: ['books:read'], user: 'first' }]),
    ...(other === undefined ? [] : [{ token: other, user: 'second' }]),
  ]
  const first = bearerAuth === undefined ? [] : [{ token: bearerAuth, user: 'first' }]
  return { ...rest, bearerAuth: [...first, ...others] }
}
