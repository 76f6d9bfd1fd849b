/** Decodes a percent-encoded text; a stray `%` is kept. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
