/** A text of a server without what would act on a terminal: control characters, and changes of direction. */
export function printable(text: string): string {
  return text.replace(/(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu, '\uFFFD')
}
