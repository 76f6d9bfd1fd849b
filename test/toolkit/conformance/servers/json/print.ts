import { tokenOf } from './numbers.js'
import { isNumber, type Json } from './value.js'

export function printJson(value: Json): string {
  if (isNumber(value)) return tokenOf(value)
  if (Array.isArray(value)) return `[${value.map(printJson).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${printJson(member)}`).join()}}`
}

/** Whether two values are the same JSON; the order of members is nothing. */
export function isSame(one: Json, other: Json): boolean {
  return printJson(sorted(one)) === printJson(sorted(other))
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object' || isNumber(value)) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}
