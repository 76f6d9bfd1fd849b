/** The beginning of a text: what has more characters ends with `…`. */
export function shortened(text: string, most: number): string {
  // Half of a character is none.
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text
}
