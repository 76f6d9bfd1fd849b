import type { Readable } from 'node:stream'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'

/** Reads a stream to its end, or until there is more than `limit`. */
export function readBytes(payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer | string) => {
      // The stream of a host's hook may give texts.
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      length += bytes.length
      chunks.push(bytes)
      if (length > limit) settle(new ContractError(errors.bodyTooLarge))
    }
    const onEnd = () => settle()
    const settle = (error?: Error) => {
      payload.off('data', onData).off('end', onEnd).off('error', settle)
      if (error === undefined) resolve(Buffer.concat(chunks, length))
      else reject(error)
    }
    payload.on('data', onData).on('end', onEnd).on('error', settle)
  })
}
