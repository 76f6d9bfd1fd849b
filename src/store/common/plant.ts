import { StoreError } from './store-error.js'

/** A complete plant. The caller has validated it; a store persists it and prepares nothing. */
export interface StoredPlant {
  /** Unique in one store; any value from -2^63 to 2^63-1, kept exactly. */
  readonly id: bigint
  /** Any well-formed text, U+0000 included, kept code unit by code unit (no normalisation, no trimming). */
  readonly name: string
  /** Like `name`. `undefined` (no tag) and `''` (an empty tag) are different and stay so. */
  readonly tag?: string | undefined
}

/** Whether two plants have the same content: the rule behind `unchanged`. */
export function samePlant(a: StoredPlant, b: StoredPlant): boolean {
  return a.id === b.id && a.name === b.name && a.tag === b.tag
}

/**
 * A copy of a plant for a store to keep or to hand out, so that neither side sees what the other
 * does to its own. Without a `tag` member when the plant has no tag.
 *
 * @throws {StoreError} code `INVALID` when the plant is not what {@link StoredPlant} describes: a
 * store refuses what it could only keep changed, such as a lone surrogate, which UTF-8 cannot hold.
 */
export function ownPlant({ id, name, tag }: StoredPlant): StoredPlant {
  checkId(id)
  if (!isText(name)) throw new StoreError('INVALID', 'the name of a plant must be well-formed text')
  if (tag === undefined) return { id, name }
  if (!isText(tag)) throw new StoreError('INVALID', 'the tag of a plant must be well-formed text')
  return { id, name, tag }
}

/**
 * Refuses an id that no plant can have, and returns any other.
 *
 * @throws {StoreError} code `INVALID` unless the id is a bigint from -2^63 to 2^63-1.
 */
export function checkId(id: bigint): bigint {
  if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id) {
    throw new StoreError('INVALID', 'the id of a plant must be a bigint from -2^63 to 2^63-1')
  }
  return id
}

/** With the `u` flag a surrogate pair is one code point, so only a lone surrogate matches. */
const loneSurrogate = /\p{Surrogate}/u

function isText(value: unknown): boolean {
  return typeof value === 'string' && !loneSurrogate.test(value)
}
