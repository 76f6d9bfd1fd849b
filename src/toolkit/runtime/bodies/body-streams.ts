import { isAscii, isUtf8 } from 'node:buffer'
import { finished, type Readable, Transform } from 'node:stream'
import { errors, HttpRefusal } from '../errors/http-refusal.js'

/**
 * A body for its reader. It fails beyond `limit`, or if the client leaves; when it is closed, the
 * rest is discarded, so that the connection can be used again.
 */
export function limited(payload: Readable, limit: number): Readable {
  let left = limit
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left < 0) done(new HttpRefusal(errors.bodyTooLarge))
      else done(null, chunk)
    },
  })
  // The reader gets the error by other means, and there may be no reader.
  body.on('error', () => {})
  body.once('close', () => {
    if (payload.readableEnded || payload.destroyed) return
    payload.unpipe()
    payload.resume()
  })
  finished(payload, (error) => {
    if (error) body.destroy(error)
  })
  return payload.pipe(body)
}

/** True if a body is empty; waits for the first byte if the client has not sent the length. */
export async function isEmpty(body: Readable, length: number): Promise<boolean> {
  if (!Number.isNaN(length)) return length === 0
  if (body.readableLength === 0 && !body.readableEnded && !body.destroyed) {
    await new Promise<void>((resolve) => {
      body.once('readable', resolve).once('close', resolve)
    })
  }
  return body.readableLength === 0 && !body.errored
}

const CHECKS: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'utf-8': isUtf8,
  utf8: isUtf8,
  'us-ascii': isAscii,
}

/**
 * Decodes text. Bytes that are invalid in the charset are refused, not replaced.
 *
 * @param explain - Completes the message for what cannot be decoded.
 */
export function decodeText(
  bytes: Buffer,
  charset = 'utf-8',
  explain = (problem: string) => `the text ${problem}`,
): string {
  const name = charset.toLowerCase()
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined
  if (check === undefined) {
    const detail = `${explain('has to be UTF-8, not of another charset')}.`
    throw new HttpRefusal(errors.unsupportedMediaType, { detail })
  }
  if (!check(bytes)) {
    const problem = `is not valid ${name === 'us-ascii' ? 'ASCII' : 'UTF-8'}`
    throw new HttpRefusal(errors.malformedContent, { detail: `${explain(problem)}.` })
  }
  return bytes.toString('utf8')
}
