const [HOUR, MINUTE] = [String.raw`(?:[01]\d|2[0-3])`, String.raw`[0-5]\d`]
const FULL_TIME = String.raw`${HOUR}:${MINUTE}:[0-5]\d(?:\.\d+)?(?:Z|[+-]${HOUR}:${MINUTE})`
const TIME = new RegExp(`^${FULL_TIME}$`, 'i')

// RFC 3339, appendix C: February has 29 days in leap years.
const COMMON_DAY = String.raw`(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])`
const LATE_DAY = '(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31'
const LEAP_YEAR = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`
const FULL_DATE = String.raw`(?:\d{4}-(?:${COMMON_DAY}|${LATE_DAY})|${LEAP_YEAR}-02-29)`
const DATE = new RegExp(`^${FULL_DATE}$`)
const DATE_TIME = new RegExp(`^${FULL_DATE}T${FULL_TIME}$`, 'i')

const BEFORE_TIME = new RegExp(`^${FULL_DATE}T`, 'i')
const LEAP_SECOND = new RegExp(
  String.raw`^(${HOUR}):(${MINUTE}):60(?:\.\d+)?(?:Z|([+-])(${HOUR}):(${MINUTE}))$`,
  'i',
)
const DAY = 24 * 60

export function date(text: string): boolean {
  return DATE.test(text)
}

/** `full-time` of RFC 3339, section 5.6. */
export function time(text: string): boolean {
  return TIME.test(text) || hasLeapSecond(text)
}

/** `date-time` of RFC 3339, section 5.6. */
export function dateTime(text: string): boolean {
  if (DATE_TIME.test(text)) return true
  return BEFORE_TIME.test(text) && hasLeapSecond(text.slice('2016-12-31T'.length))
}

/** Second 60 is the last one of a day in UTC (RFC 3339, section 5.7). */
function hasLeapSecond(text: string): boolean {
  const [whole, hour, minute, sign, offsetHour = 0, offsetMinute = 0] = LEAP_SECOND.exec(text) ?? []
  const offset = Number(offsetHour) * 60 + Number(offsetMinute)
  const utc = Number(hour) * 60 + Number(minute) - (sign === '-' ? -offset : offset)
  return whole !== undefined && (utc + 2 * DAY) % DAY === DAY - 1
}

const TIME_PART = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`
const DATE_PART = String.raw`(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`
const DURATION = new RegExp(`^P(?:${DATE_PART}(?:${TIME_PART})?|${TIME_PART}|\\d+W)$`)

/** `duration` of RFC 3339, appendix A: no unit between two others is left out. */
export function duration(text: string): boolean {
  return DURATION.test(text)
}
