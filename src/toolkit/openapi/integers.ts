/** The range of `format: int64` (OpenAPI Format Registry): a signed 64-bit integer. */
export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

/** Whether a value is an int64: a `bigint` in range, or a number that is an integer and exact. */
export function isInt64(value: unknown): value is bigint | number {
  if (typeof value === 'bigint') return value >= INT64_MIN && value <= INT64_MAX
  return Number.isSafeInteger(value)
}
