import { isInt64 } from '../../openapi/json.js'
import { below } from '../../openapi/json-pointer.js'
import { isInexactNumber, nearestTo } from '../numeric.js'

/** A number as a handler gets it: an int64, where one may be, as a `bigint`. */
export function asNumber(value: unknown, isLong: boolean): unknown {
  if (!isLong) return nearest(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return isInt64(value) ? BigInt(value) : nearest(value)
}

export function nearest(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return isInexactNumber(value) ? nearestTo(value) : value
}

/** How the strings of a format become values of another type, and back. */
export interface Codec<Value = unknown> {
  /** The value of a string that the format accepts. @throws for one that the type does not hold exactly. */
  decode(text: string): Value
  /**
   * The string of a value. @throws {FormatError} for one that has none: another alternative of a union may have it.
   */
  encode(value: Value): string
  /**
   * True for what `encode` takes. By default all but strings, `null`, lists and plain objects: name the
   * others, and say more of a type that a union has beside other values.
   */
  is?(value: unknown): boolean
  /** Called before a service starts. @throws if the codec cannot work here: the message says what to do. */
  prepare?(): void
}

/** Why a type does not hold a string, or a string no value; the message continues after the place. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

/** A value inside of another one that a codec refused. */
export class CodecFailure extends Error {
  /** JSON pointer of the value: who converts what it is in adds the keys. */
  pointer = ''
}

/** The failure of a value of a handler that has no string. */
export function unencodable(cause: unknown): CodecFailure {
  const why = cause instanceof FormatError ? `: ${cause.message}` : ''
  return new CodecFailure(`has a value that its format cannot write${why}`, { cause })
}

export function located(error: unknown, key: string | number): unknown {
  if (error instanceof CodecFailure) error.pointer = below('', key) + error.pointer
  return error
}

/** The string of a value. @throws {CodecFailure} */
export function encodedBy(codec: Codec, value: unknown): string {
  try {
    return codec.encode(value)
  } catch (cause) {
    throw unencodable(cause)
  }
}

/**
 * The value of a string by the first codec that takes it, if any is to; what is no string stays.
 *
 * @throws {CodecFailure} with a reason that is for clients, if there is one.
 */
export function decoded(value: unknown, codecs: readonly Codec[]): unknown {
  if (typeof value !== 'string' || codecs.length === 0) return value
  let cause: unknown
  for (const codec of codecs) {
    try {
      return codec.decode(value)
    } catch (refusal) {
      if (!(cause instanceof FormatError)) cause = refusal
    }
  }
  const why = cause instanceof FormatError && cause.message
  throw new CodecFailure(why || 'has a value that this service does not take', { cause })
}
