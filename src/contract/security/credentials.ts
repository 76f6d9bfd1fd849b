import type { FastifyRequest } from 'fastify'

/** The values of a header, one for each time that it was sent: Node joins them, or drops all but one. */
export function headerValues({ raw }: FastifyRequest, name: string): string[] {
  const { rawHeaders } = raw
  return rawHeaders.flatMap((value, at) => {
    const isValue = at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name
    return isValue ? [value] : []
  })
}

/** The values of a query parameter, in the order in which they were sent. */
export function queryValues({ url }: FastifyRequest, name: string): string[] {
  const query = url.split('?').slice(1).join('?')
  return new URLSearchParams(query).getAll(name)
}

/** The values of a cookie (RFC 6265, section 4.2), without the quotes that may stand around one. */
export function cookieValues(request: FastifyRequest, name: string): string[] {
  const pairs = headerValues(request, 'cookie').flatMap((value) => value.split(';'))
  return pairs.flatMap((pair) => {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) return []
    return [
      pair
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ]
  })
}
