/** The first two lines of most documents. */
export const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'

/**
 * A document of 3.1, if a text begins with its components, its paths or an extension, on line 3, or indented with one
 * of its schemas, on line 5; else the text.
 */
export function belowHead(text: string): string {
  if (/^ {4}\S/.test(text)) return `${HEAD}components:\n  schemas:\n${text}`
  return /^(components|paths|x-\w+):/.test(text) ? HEAD + text : text
}
