/** The beginning of a text: what has more characters ends with `…`. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
