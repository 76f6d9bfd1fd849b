/** A word that a shell takes for one. */
export function quoted(text: string): string {
  return /^[\w./:@=+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
