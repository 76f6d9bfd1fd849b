/** How much of a value is shown, in characters. */
const LONGEST = 80

/** A value of a document in a message: as JSON, an integer exact, and not all of a long one. */
export function excerpt(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`
  const text = JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}` : each))
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}
