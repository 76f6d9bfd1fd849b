import { isResponse, type Outcome } from '../exchange/response.js'
import { shortened } from '../values/shortened.js'

/** Most characters of a body in a report. */
const MOST = 500

/** A response as a terminal shows it: status, headers that matter, and the beginning of the body. */
export function responseText(outcome: Outcome): string {
  if (!isResponse(outcome)) return `no response: ${outcome.detail}`
  const { status, headers, body } = outcome
  const shown = headers
    .filter(([name]) => !USUAL.test(name))
    .map(([name, value]) => `${name}: ${value}`)
  return [`status ${status}`, ...shown, ...bodyText(body)].join('\n')
}

/** Headers that say nothing about a contract. */
const USUAL = /^(date|connection|keep-alive|content-length|transfer-encoding)$/i

function bodyText(body: Buffer): string[] {
  if (body.length === 0) return []
  const text = body.toString('utf8')
  return [text.length > MOST ? `${shortened(text, MOST)} (${body.length} bytes)` : text]
}
