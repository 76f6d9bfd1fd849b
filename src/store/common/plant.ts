import { StoreError } from './store-error.js'

/** A complete, validated plant, which a store persists as it is. */
export interface StoredPlant {
  /** Unique in one store; any value from -2^63 to 2^63-1, stored exactly. */
  readonly id: bigint
  /** Any well-formed text, even with U+0000, stored without normalisation or trimming. */
  readonly name: string
  /** Like `name`. No tag (`undefined`) differs from an empty one (`''`). */
  readonly tag?: string | undefined
}

/** True if two plants have the same content: the rule behind `unchanged`. */
export function samePlant(a: StoredPlant, b: StoredPlant): boolean {
  return a.id === b.id && a.name === b.name && a.tag === b.tag
}

/**
 * A copy of a plant, so that a store and its caller never share an object. Without a `tag` member when the
 * plant has no tag.
 *
 * @throws {StoreError} code `INVALID` when the plant is not a valid {@link StoredPlant}, such as one with a
 * lone surrogate, which UTF-8 cannot encode.
 */
export function ownPlant({ id, name, tag }: StoredPlant): StoredPlant {
  checkId(id)
  if (!isText(name)) throw new StoreError('INVALID', 'the name of a plant must be well-formed text')
  if (tag === undefined) return { id, name }
  if (!isText(tag)) throw new StoreError('INVALID', 'the tag of a plant must be well-formed text')
  return { id, name, tag }
}

/** Returns a valid id. @throws {StoreError} `INVALID` unless it is a bigint from -2^63 to 2^63-1. */
export function checkId(id: bigint): bigint {
  if (typeof id !== 'bigint' || BigInt.asIntN(64, id) !== id) {
    throw new StoreError('INVALID', 'the id of a plant must be a bigint from -2^63 to 2^63-1')
  }
  return id
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed()
}
