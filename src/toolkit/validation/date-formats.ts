import formatsModule from 'ajv-formats/dist/formats.js'

const { fullFormats } = formatsModule
const { validate: hasDate } = fullFormats.date as { validate: (text: string) => boolean }

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i
const DAY = 24 * 60

export function date(text: string): boolean {
  return hasDate(text)
}

/** `full-time` of RFC 3339, section 5.6; second 60 is the last one of a day in UTC (section 5.7). */
export function time(text: string): boolean {
  const [whole, hour, minute, second, sign, ...offset] = TIME.exec(text) ?? []
  if (whole === undefined) return false
  const [offsetHour, offsetMinute] = offset.map((each = '0') => Number(each)) as [number, number]
  const isClock = Number(hour) < 24 && Number(minute) < 60 && offsetHour < 24 && offsetMinute < 60
  if (!isClock || Number(second) < 60) return isClock
  const ahead = (offsetHour * 60 + offsetMinute) * (sign === '-' ? -1 : 1)
  const utc = Number(hour) * 60 + Number(minute) - ahead
  return Number(second) === 60 && (utc + 2 * DAY) % DAY === DAY - 1
}

/** `date-time` of RFC 3339, section 5.6. */
export function dateTime(text: string): boolean {
  return /^t$/i.test(text.charAt(10)) && date(text.slice(0, 10)) && time(text.slice(11))
}

const TIME_PART = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`
const DATE_PART = String.raw`(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`
const DURATION = new RegExp(`^P(?:${DATE_PART}(?:${TIME_PART})?|${TIME_PART}|\\d+W)$`)

/** `duration` of RFC 3339, appendix A: no unit between two others is left out. */
export function duration(text: string): boolean {
  return DURATION.test(text)
}
