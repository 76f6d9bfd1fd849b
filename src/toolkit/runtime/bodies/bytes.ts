import type { Readable } from 'node:stream'
import { ContractError } from '../errors/contract-error.js'
import { errors } from '../errors/table.js'
import { type BodyMemory, type HeldBody, UNCOUNTED } from './body-memory.js'

/** What has been read of a body, and what it takes of the memory for bodies. */
export interface ReadBytes {
  readonly bytes: Buffer
  readonly held: HeldBody | undefined
}

/** Reads a stream to its end, or until there is more than `limit`, or no memory for it. */
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
      // The stream of a host's hook may give texts.
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
