/** Integers beyond 2^53 as the nearest number: what Ajv, which knows no bigint, can compare with. */
export function nearest(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(nearest)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, nearest(member)]))
}
