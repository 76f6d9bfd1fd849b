/** True if UTF-8 can hold each text in a value: none has a lone surrogate (RFC 8259, section 8.2). */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each))
}
