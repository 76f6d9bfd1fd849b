import { finished, type Readable, Transform } from 'node:stream'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'

/**
 * A body for its reader. It fails if it is larger than `limit`, or if the client leaves. When it is
 * closed, the rest is discarded, so that the connection can be used again.
 */
export function limited(payload: Readable, limit: number): Readable {
  let left = limit
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left < 0) done(new ContractError(errors.bodyTooLarge))
      else done(null, chunk)
    },
  })
  // The reader gets the error by other means, and there may be no reader.
  body.on('error', () => {})
  body.once('close', () => drain(payload))
  finished(payload, (error) => {
    if (error) body.destroy(error)
  })
  return payload.pipe(body)
}

function drain(payload: Readable): void {
  if (payload.readableEnded || payload.destroyed) return
  payload.unpipe()
  payload.resume()
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
