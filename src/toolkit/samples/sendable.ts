/**
 * Whether UTF-8 can hold all texts of a value, names of members too: a schema may ask for others, and
 * nothing that has them can be sent (RFC 8259, sections 8.1 and 8.2).
 */
export function isSendable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isSendable(each))
}
