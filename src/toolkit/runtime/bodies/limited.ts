import { finished, type Readable, Transform } from 'node:stream'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'

/**
 * A body as its reader gets it: it fails where it is larger than `limit`, and where the client leaves.
 * Once it is closed, read or not, what still arrives is thrown away, so that the connection goes on.
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
  // Who reads it is told by other means; nobody may be reading it.
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

/** Whether a body has no byte; waits for the first one where the client has not said. */
export async function isEmpty(body: Readable, length: number): Promise<boolean> {
  if (!Number.isNaN(length)) return length === 0
  if (body.readableLength === 0 && !body.readableEnded && !body.destroyed) {
    await new Promise<void>((resolve) => {
      body.once('readable', resolve).once('close', resolve)
    })
  }
  return body.readableLength === 0 && !body.errored
}
