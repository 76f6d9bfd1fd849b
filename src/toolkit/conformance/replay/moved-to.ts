import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import type { TestTarget } from '../target/test-target.js'

/** A request for the server of another base URL: raw bytes have its host and its path in them. */
export function movedTo(
  { host, basePath }: TestTarget,
  before: string,
  request: SentRequest | RawRequest,
): SentRequest | RawRequest {
  if (!isRaw(request) || !URL.canParse(before)) return request
  const old = new URL(before)
  const oldPath = old.pathname.replace(/\/+$/, '')
  const bytes = request.bytes
    .toString('latin1')
    .replaceAll(`Host: ${old.host}\r\n`, `Host: ${host}\r\n`)
    .replace(/^(\S+ )(\S*)/, (line, method: string, target: string) =>
      target.startsWith(`${oldPath}/`) ? method + basePath + target.slice(oldPath.length) : line,
    )
  return { ...request, bytes: Buffer.from(bytes, 'latin1') }
}
