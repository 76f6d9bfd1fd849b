import { isIPv6 } from 'node:net'

/** An address as it stands in a URL (RFC 3986, section 3.2.2). */
export function hostInUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
