import { Undecided } from './undecided.js'

/** True if a text has a format, by rules of its own: cases outside these rules stay undecided. */
export function hasFormat(text: string, format: string): boolean {
  const check = CHECKS.get(format)
  if (check === undefined) return true
  const verdict = check(text)
  if (verdict === undefined) throw new Undecided(`format ${format}`)
  return verdict
}

type Check = (text: string) => boolean | undefined

/** RFC 3339, section 5.6. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return false
  const days = [31, isLeap(Number(year)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return Number(day) >= 1 && Number(day) <= (days[Number(month) - 1] ?? 0)
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i

function isTime(text: string): boolean {
  const [, ...parts] = TIME.exec(text) ?? []
  if (parts.length === 0) return false
  const [hour = 0, minute = 0, second = 0] = parts.slice(0, 3).map(Number)
  const [hours, minutes] = [Number(parts[4] ?? 0), Number(parts[5] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59) return false
  if (second < 60) return true
  // A leap second is at the end of a day, universal time.
  const offset = (parts[3] === '-' ? -1 : 1) * (60 * hours + minutes)
  return (60 * hour + minute - offset + 2 * 1440) % 1440 === 1439
}

function isDateTime(text: string): boolean {
  return /^.{10}[t ]/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

/** Settles what is plainly one or the other. */
function plain(yes: RegExp, no: RegExp): Check {
  return (text) => (yes.test(text) ? true : no.test(text) ? false : undefined)
}

const NAME = '[a-z0-9]+(?:-[a-z0-9]+)*'
const isByte = (text: string) => /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) < 256

/** RFC 4648, section 4; whether the bits that fill the last character up may be others is left open. */
function isBase64(text: string): boolean | undefined {
  if (Buffer.from(text, 'base64').toString('base64') === text) return true
  return /[^A-Za-z0-9+/=]/.test(text) ? false : undefined
}

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['date', isDate],
  ['time', isTime],
  ['byte', isBase64],
  ['date-time', isDateTime],
  ['uuid', (text) => /^(urn:uuid:)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
  ['ipv4', (text) => text.split('.').length === 4 && text.split('.').every(isByte)],
  [
    'ipv6',
    plain(/^([\da-f]{1,4}:){7}[\da-f]{1,4}$|^2001:db8::[\da-f]{1,4}$/i, /[^\da-f:.]|^[^:]*$/i),
  ],
  ['duration', plain(/^P(T\d+[HMS]|\d+[DWMY])$/, /^[^P]|^$|\s/)],
  [
    'email',
    plain(new RegExp(`^[a-z0-9]+@(${NAME}\\.)+${NAME}$`, 'i'), /^[^@]*$|^@|@$|^[^"]*[\s\p{Cc}]/u),
  ],
  ['hostname', plain(new RegExp(`^(${NAME}\\.)+[a-z]{2,20}$`, 'i'), /[^a-z0-9.-]|^$|^[.-]/i)],
  ['uri', plain(/^https?:\/\/([a-z]+\.)+[a-z]+(\/[\w./-]*)?$/, /[\s\p{Cc}<>"\\^`{}|]|^[^:]*$/u)],
  ['uri-reference', plain(/^(https?:\/\/([a-z]+\.)+[a-z]+)?(\/[\w./-]+)?$/, /[\s<>"\\^`{}|]/)],
])
