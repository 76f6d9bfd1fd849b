import { setOwn } from '../../openapi/json.js'
import { memoize } from '../../shared/memoize.js'
import { atIndex, atKey, type Conversions, resolve, unevaluatedIn } from './conversions.js'
import { type Codec, CodecFailure, encodedBy, FormatError, located } from './scalars.js'

/**
 * The value with the strings of its typed formats, in a copy: a handler may keep what it returns. An
 * alternative holds if its validator accepts the value with the strings that it has.
 *
 * @throws {CodecFailure} for a value that a codec refuses.
 */
export function encoded(value: unknown, given: readonly Conversions[]): unknown {
  if (given.length === 0 || value === null || value === undefined) return value
  const found = resolve(given, value, 'none')
  const own = ownEncoded(value, found)
  let current = own
  for (const [accepts, conversions] of found.flatMap(({ any = [] }) => any)) {
    if (typeof current === 'string') return current
    const candidate = hasCodecs(conversions)
      ? tried(() => encoded(current, [conversions]))
      : undefined
    if (candidate !== undefined && accepts(candidate.value)) current = candidate.value
  }
  for (const { unevaluated } of found) {
    if (unevaluated) current = ownEncoded(current, [unevaluatedIn(current, unevaluated)])
  }
  return current
}

/** True if there is a typed format somewhere: other values are as they are sent. */
export const hasCodecs = memoize((conversions: Conversions): boolean => {
  const found = new Set([conversions])
  // A set iterates over members that are added meanwhile.
  for (const {
    codec,
    ref,
    members = {},
    patterns = [],
    rest,
    prefix = [],
    items,
    ...more
  } of found) {
    if (codec !== undefined) return true
    const { all = [], any = [], unevaluated } = more
    const tested = [...patterns, ...any].map(([, each]) => each)
    const inside = [...Object.values(members), ...tested, ...prefix, ...all, rest, items]
    for (const each of [...inside, ref?.(), unevaluated?.[1]]) if (each) found.add(each)
  }
  return false
})

/** Without alternatives. */
function ownEncoded(value: unknown, found: readonly Conversions[]): unknown {
  const codecs = new Set(found.flatMap(({ codec }) => codec ?? []))
  for (const codec of codecs) if (isOf(codec, value)) return encodedBy(codec, value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item, index) => encodedAt(index, item, atIndex(found, index)))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value)) {
    const text = encodedAt(name, member, atKey(found, name))
    if (text === member) continue
    copy ??= copyOf(value)
    setOwn(copy, name, text)
  }
  return copy ?? value
}

function encodedAt(key: string | number, value: unknown, given: readonly Conversions[]): unknown {
  try {
    return encoded(value, given)
  } catch (error) {
    throw located(error, key)
  }
}

function isOf(codec: Codec, value: unknown): boolean {
  if (codec.is !== undefined) return codec.is(value)
  return typeof value !== 'string' && !Array.isArray(value) && !isPlain(value)
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function copyOf(value: object): Record<string, unknown> {
  if (isPlain(value)) return { ...value }
  return Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value))
}

/** What a codec refuses is no value of its alternative. @throws what is no refusal. */
function tried(encode: () => unknown): { readonly value: unknown } | undefined {
  try {
    return { value: encode() }
  } catch (error) {
    if (error instanceof CodecFailure && error.cause instanceof FormatError) return undefined
    throw error
  }
}
