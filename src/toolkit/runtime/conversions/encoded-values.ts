import { setOwn } from '../../openapi/json.js'
import type { Codec } from '../../validation/conversions.js'
import { atIndex, atKey, type Conversions, resolve } from './conversions.js'

/**
 * The value with the strings of its typed formats, in a copy: a handler may keep what it returns. An
 * alternative holds if its validator accepts the value with the strings that it has.
 *
 * @throws what a codec throws.
 */
export function encoded(value: unknown, given: readonly Conversions[]): unknown {
  if (given.length === 0 || value === null || value === undefined) return value
  const found = resolve(given, value, () => false)
  const own = ownEncoded(value, found)
  const alternatives = found.flatMap(({ any = [] }) => any)
  if (alternatives.length === 0 || typeof own === 'string') return own
  let current = own
  let hasHeld = false
  for (const [accepts, conversions] of alternatives) {
    const candidate = tried(() => encoded(current, [conversions]))
    if (candidate === undefined || !accepts(candidate.value)) continue
    hasHeld = true
    current = candidate.value
  }
  // No contract has such a value: what is refused, or sent without checks, has strings at least.
  const all = () => alternatives.map(([, conversions]) => conversions)
  return hasHeld ? current : encoded(own, all())
}

/** Without alternatives. */
function ownEncoded(value: unknown, found: readonly Conversions[]): unknown {
  const codecs = new Set(found.flatMap(({ codec }) => codec ?? []))
  for (const codec of codecs) if (isOf(codec, value)) return codec.encode(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item, index) => encoded(item, atIndex(found, index)))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value)) {
    const text = encoded(member, atKey(found, name))
    if (text === member) continue
    copy ??= copyOf(value)
    setOwn(copy, name, text)
  }
  return copy ?? value
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

/** What a codec refuses is no value of its alternative. */
function tried(encode: () => unknown): { readonly value: unknown } | undefined {
  try {
    return { value: encode() }
  } catch {
    return undefined
  }
}
