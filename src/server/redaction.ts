import type { FastifyRequest } from 'fastify'

/** The target without its query, which may contain a token (RFC 6750, section 2.3). */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const query = url.search(/[?#;]/)
  return (query < 0 ? url : url.slice(0, query)).slice(0, 512)
}

/** The operation of a request, or its route; `undefined` if there is none. */
export function operationOf({ routeOptions: { config, url } }: FastifyRequest): string | undefined {
  return config?.operationId ?? url
}

function request(given: FastifyRequest): Record<string, unknown> {
  return { method: given.method, url: pathOf(given), remoteAddress: given.ip }
}

/**
 * These members of an error only. Others contain what was sent: the `rawPacket` of Node's parser errors is
 * the whole request with its Authorization header.
 */
function failure(error: unknown, depth = 0): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const because = cause === undefined || depth > 4 ? {} : { cause: failure(cause, depth + 1) }
  return { type: name, message, stack, ...code, ...because }
}

export const serializers = {
  req: request,
  res: ({ statusCode }: { readonly statusCode: number }) => ({ statusCode }),
  err: failure,
}

/** Each pattern keeps its first group, and its second if it has one. */
const credentials: readonly RegExp[] = [
  // Members of a JSON object, as when somebody logs headers.
  /("(?:proxy-)?authorization"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  /("(?:set-)?cookie"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi,
  // RFC 6750, sections 2.1 to 2.3. At least 16 characters, so that prose about "bearer tokens" stays.
  /\b(bearer\s+)[\w.~+/-]{16,}=*/gi,
  /\b(access_token=)[^&\s"'\\]+/gi,
  // The password in the URL of a store.
  /(:\/\/)[^\s"'@/\\]+(@)/g,
]

/** Replaces everything that looks like a credential; a second protection, since none is logged. */
export function redact(text: string): string {
  const replacement = (_match: string, before: string, after: unknown) => {
    const value = before.startsWith('"') ? '"[redacted]"' : '[redacted]'
    return `${before}${value}${after === '@' ? after : ''}`
  }
  return credentials.reduce((rest, pattern) => rest.replace(pattern, replacement), text)
}
