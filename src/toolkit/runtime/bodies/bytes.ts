import type { Readable } from 'node:stream'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { type BodyMemory, type HeldBody, UNCOUNTED } from './body-memory.js'

/** Bytes of a body, and their share of the memory. */
export interface ReadBytes {
  readonly bytes: Buffer
  readonly held: HeldBody | undefined
}

/** Reads a stream to its end; fails beyond `limit`, or when the memory is used up. */
export function readBytes(
  payload: Readable,
  limit: number,
  memory?: BodyMemory,
): Promise<ReadBytes> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let held: HeldBody | undefined
    const onData = (chunk: Buffer | string) => {
      // A stream from a host's hook may give strings.
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      length += bytes.length
      chunks.push(bytes)
      if (length > limit) settle(new ContractError(errors.bodyTooLarge))
      else if (length > UNCOUNTED) held = grown(length)
    }
    const grown = (length: number) => {
      const body = held ?? memory?.open(settle)
      body?.grow(length)
      return body
    }
    const onEnd = () => settle()
    const settle = (error?: Error) => {
      payload.off('data', onData).off('end', onEnd).off('error', settle)
      if (error === undefined) return resolve({ bytes: Buffer.concat(chunks, length), held })
      held?.release()
      reject(error)
    }
    payload.on('data', onData).on('end', onEnd).on('error', settle)
  })
}
