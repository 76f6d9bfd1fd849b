/** Values as text that PostgreSQL reads: no driver has to know how. */

/** An array of `bigint`. */
export function bigints(values: readonly bigint[]): string {
  return `{${values.join(',')}}`
}

/**
 * An array of `bytea`. Text is stored as its bytes in UTF-8: PostgreSQL's own text has no U+0000, and its
 * order and equality depend on the database.
 */
export function byteas(texts: readonly (string | undefined)[]): string {
  return `{${texts.map(bytea).join(',')}}`
}

function bytea(text: string | undefined): string {
  return text === undefined ? 'NULL' : `"\\\\x${Buffer.from(text).toString('hex')}"`
}

/** The text of a `bytea` that was selected by `encode(…, 'hex')`. */
export function textOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString()
}
