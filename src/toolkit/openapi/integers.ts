/** Range of `format: int32` (OpenAPI Format Registry): a signed 32-bit integer. */
export const INT32_MIN = -(2 ** 31)
export const INT32_MAX = 2 ** 31 - 1

/** Range of `format: int64`: a signed 64-bit integer. */
export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/** True for an int64: a `bigint` in range, or a number that is an exact integer. */
export function isInt64(value: unknown): value is bigint | number {
  if (typeof value === 'bigint') return value >= INT64_MIN && value <= INT64_MAX
  return Number.isSafeInteger(value)
}
