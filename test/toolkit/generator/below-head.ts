/** The first two lines of most documents. */
export const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'

/** A document of 3.1, if a text begins with its components, its paths or an extension, on line 3; else the text. */
export function belowHead(text: string): string {
  return /^(components|paths|x-\w+):/.test(text) ? HEAD + text : text
}
