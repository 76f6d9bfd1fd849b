/** True if UTF-8 can hold all strings and names (RFC 8259, sections 8.1 and 8.2). */
export function isSendable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isSendable(each))
}
