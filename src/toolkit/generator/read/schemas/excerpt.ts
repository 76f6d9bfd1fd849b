const MAX_LENGTH = 80

/** Start of a value as JSON, for a message; integers are exact. */
export function excerpt(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`
  const text = JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}` : each))
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`
}
