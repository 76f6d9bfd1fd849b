/** The first two lines of most documents. */
export const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'

/** What is above a text that is indented by so many spaces: a schema, and a member of an operation. */
const ABOVE: Readonly<Record<number, string>> = {
  4: 'components:\n  schemas:\n',
  6: 'paths:\n  /x:\n    post:\n',
}

/** A document of 3.1, if a text begins with its components, its paths or an extension, or with what is in them. */
export function belowHead(text: string): string {
  const above = ABOVE[text.search(/\S/)] ?? ''
  return above || /^(components|paths|x-\w+):/.test(text) ? HEAD + above + text : text
}
