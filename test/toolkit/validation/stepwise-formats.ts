import { isIP } from 'node:net'
import type { formats } from '#toolkit/validation/formats.js'

/** Formats read part by part, as their RFCs tell it. */
export const stepwise = {
  date: isDate,
  time: isTime,
  'date-time': (text) =>
    /^t$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
  email: isEmail,
  hostname: isHostname,
  uri: isUri,
  'uri-reference': (text) => isUri(text) || (!/^[^/?#]*:/.test(text) && isRest(text)),
} satisfies Partial<Record<keyof typeof formats, (text: string) => boolean>>

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days
}

const DAY = 24 * 60

function isTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text)
  if (found === null) return false
  const [hour, minute, second] = found.slice(1, 4).map(Number) as [number, number, number]
  const [offsetHour, offsetMinute] = found.slice(5).map((each) => Number(each ?? 0)) as [
    number,
    number,
  ]
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const ahead = (offsetHour * 60 + offsetMinute) * (found[4] === '-' ? -1 : 1)
  return second === 60 && (hour * 60 + minute - ahead + 2 * DAY) % DAY === DAY - 1
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 0) return false
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const isLocal = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(local) || local.split('.').every(isAtom)
  if (!isLocal) return false
  if (domain.startsWith('[')) {
    const [, tag, address = ''] = /^\[(ipv6:)?(.*)\]$/i.exec(domain) ?? []
    return isIP(address) === (tag === undefined ? 4 : 6) && !address.includes('%')
  }
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => /^[a-z\d-]+$/i.test(label) && isEnded(label))
}

function isAtom(text: string): boolean {
  return /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(text)
}

/** A host name without international labels. */
function isHostname(text: string): boolean {
  const labels = text.split('.')
  return text.length <= 253 && labels.every((label) => isLabel(label) && !/^..--/.test(label))
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[a-z\d-]+$/i.test(label) && isEnded(label)
}

function isEnded(label: string): boolean {
  return !label.startsWith('-') && !label.endsWith('-')
}

function isUri(text: string): boolean {
  const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(text) ?? []
  return scheme !== undefined && isRest(text.slice(scheme.length))
}

/** What follows the scheme. */
function isRest(text: string): boolean {
  const [before, fragment] = divided(text, '#')
  const [hierarchy, query] = divided(before, '?')
  if (!consistsOf(fragment, ':@/?') || !consistsOf(query, ':@/?')) return false
  if (!hierarchy.startsWith('//')) return consistsOf(hierarchy, ':@/')
  const [authority, path] = divided(hierarchy.slice('//'.length), '/')
  return isAuthority(authority) && consistsOf(path, ':@/')
}

/** The text before a mark and after it; all of it is before a mark that is not there. */
function divided(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** True for `unreserved`, `sub-delims` and `pct-encoded` (RFC 3986, appendix A), and marks beside them. */
function consistsOf(text: string, marks: string): boolean {
  const rest = text.replaceAll(/%[\da-f]{2}/gi, '').replaceAll(/[\w.~!$&'()*+,;=-]/g, '')
  return [...rest].every((each) => marks.includes(each))
}

function isAuthority(text: string): boolean {
  const [before, after] = text.includes('@') ? divided(text, '@') : ['', text]
  const [, host, address] = /^(\[([^\]]*)\]|[^:@[\]]*)(?::\d*)?$/.exec(after) ?? []
  if (host === undefined || !consistsOf(before, ':')) return false
  if (address === undefined) return consistsOf(host, '')
  const [, future] = /^v[\da-f]+\.(.+)$/i.exec(address) ?? []
  if (future !== undefined) return !future.includes('%') && consistsOf(future, ':')
  return isIP(address) === 6 && !address.includes('%')
}
