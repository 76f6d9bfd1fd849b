import { setOwn } from '../../openapi/json.js'

/** The way to a part of a value: names of members, and indices. */
export type ValuePath = readonly (string | number)[]

export function replacedAt(value: unknown, path: ValuePath, part: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return part
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === first ? replacedAt(each, rest, part) : each))
  }
  return withMember(
    value as object,
    String(first),
    replacedAt((value as Record<string, unknown>)[first], rest, part),
  )
}

/** A copy of an object with a member of any name. */
export function withMember(object: object, name: string, value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(object)) setOwn(copy, key, each)
  setOwn(copy, name, value)
  return copy
}

export function withoutMember(object: object, name: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(object)) if (key !== name) setOwn(copy, key, each)
  return copy
}

/** The path as a person reads it: `authors[0].name`; the name of the whole for the root. */
export function shownPath(path: ValuePath, whole: string): string {
  if (path.length === 0) return whole
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return text.replace(/^\./, '')
}
