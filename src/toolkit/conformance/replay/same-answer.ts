import { isResponse, type Outcome } from '../exchange/response.js'
import { isIdentityName } from '../values/identity-name.js'
import { bytesOf, type StoredAnswer, type TextChange } from './case-file.js'

/** True if an answer is what it was but for identities that the server gives, and times. */
export function isSameAnswer(then: StoredAnswer, now: Outcome, change: TextChange): boolean {
  if (!isResponse(now)) return then.status === undefined
  if (then.status !== now.status) return false
  const before = then.body === undefined ? Buffer.alloc(0) : bytesOf(then.body, change)
  return before.equals(now.body) || isSame(contentOf(before), contentOf(now.body))
}

function contentOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return body.toString('latin1')
  }
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

function isSame(then: unknown, now: unknown, name = ''): boolean {
  if (typeof then !== typeof now) return false
  if (typeof then !== 'object' || then === null || now === null) {
    const areTimes = TIME.test(String(then)) && TIME.test(String(now))
    return then === now || areTimes || isIdentityName(name)
  }
  const [before, after] = [Object.entries(then), Object.entries(Object(now))]
  return (
    before.length === after.length &&
    before.every(([key, value]) => key in Object(now) && isSame(value, Object(now)[key], key))
  )
}
