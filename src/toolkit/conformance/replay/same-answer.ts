import { decoded, headerOf } from '../exchange/request.js'
import { isResponse, type Outcome } from '../exchange/response.js'
import { isIdentityName } from '../values/identity-name.js'
import { bytesOf, type StoredAnswer, type TextChange } from './case-file.js'

/** Headers that rules are about, and whose values are no others in each response. */
const COMPARED = ['location', 'content-location', 'content-type', 'allow', 'content-range']

/** True if an answer is what it was but for identities that the server gives, and times, as far as they are written alike. */
export function isSameAnswer(then: StoredAnswer, now: Outcome, change: TextChange): boolean {
  if (!isResponse(now)) return then.status === undefined
  if (then.status !== now.status) return false
  const headers = then.headers ?? []
  const isAsBefore = (name: string) =>
    isSameLine(change(headerOf({ headers }, name) ?? ''), headerOf(now, name) ?? '')
  if (!COMPARED.every(isAsBefore)) return false
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

/** True for values whose parts are the same, or identities that the server gives. */
function isSameLine(then: string, now: string): boolean {
  const [before, after] = [then.split('/'), now.split('/')]
  const isGiven = (part: string) => /\d/.test(decoded(part))
  const isAlike = (part: string, at: number) =>
    part === after[at] || (isGiven(part) && isGiven(after[at] ?? ''))
  return before.length === after.length && before.every(isAlike)
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

function isSame(then: unknown, now: unknown, name = ''): boolean {
  if (typeof then !== typeof now) return false
  if (typeof then !== 'object' || then === null || now === null) {
    const areTimes = TIME.test(String(then)) && formOf(then) === formOf(now)
    return then === now || areTimes || isIdentityName(name)
  }
  const [before, after] = [Object.entries(then), Object.entries(Object(now))]
  return (
    before.length === after.length &&
    before.every(([key, value]) => key in Object(now) && isSame(value, Object(now)[key], key))
  )
}

const formOf = (time: unknown) => String(time).replace(/\.\d+/, '.0').replace(/\d/g, '0')
