import type { SentRequest } from '../../exchange/request.js'
import { writeRaw } from '../../requests/write-raw.js'
import type { TestTarget } from '../../target/test-target.js'
import { BODIES, FRAMING } from './body-messages.js'
import { GARBAGE, HEADS } from './head-messages.js'
import type { Message } from './message.js'

/**
 * All messages; those about bodies only for a request that has one.
 *
 * @param isRead - True if the server has to read the whole body before it answers.
 */
export function messagesFor({ body }: SentRequest, isRead: boolean): readonly Message[] {
  const ofBodies = body === undefined ? [] : [...FRAMING, ...(isRead ? BODIES : [])]
  return [...ofBodies, ...HEADS, ...GARBAGE]
}

export function bytesOf(target: TestTarget, request: SentRequest, { bytes, changes }: Message) {
  if (bytes !== undefined) return { bytes, after: 'end' as const, mayWait: true }
  return writeRaw(target, request, changes?.(request.body ?? Buffer.alloc(0)))
}
