import type { ParameterStyle } from '../../openapi/parameter.js'

/** Splits an encoded string. `isText`: an item may have delimiters in it, thus encoded ones do not split. */
export type SplitText = (text: string, isText: boolean) => readonly string[]

/** The delimiter of RFC 6570, section 2.4.2. */
export const commas: SplitText = (text, isText) => {
  return text.split(isText || text.includes(',') ? ',' : /%2C/i)
}

/** Delimiters of arrays and objects that are not exploded, by style. */
export const DELIMITERS: Readonly<
  Record<Exclude<ParameterStyle, 'content'>, SplitText | undefined>
> = {
  simple: commas,
  matrix: commas,
  form: commas,
  cookie: commas,
  // Up to 3.0.3 and 3.1.0 its table of examples had dots where RFC 6570, section 3.2.5, has commas.
  label: (text, isText) =>
    text.includes('.') && !text.includes(',') ? text.split('.') : commas(text, isText),
  spaceDelimited: (text) => text.split(/%20|\+/),
  tabDelimited: (text) => text.split(/%09/),
  // A URI cannot have a pipe, but clients send it.
  pipeDelimited: (text) => text.split(text.includes('|') ? '|' : /%7C/i),
  deepObject: undefined,
}

/** The same in headers, which are not encoded. */
export const HEADER_DELIMITERS: Readonly<Partial<Record<ParameterStyle, SplitText>>> = {
  simple: headerList,
  spaceDelimited: (text) => text.split(' '),
  tabDelimited: (text) => text.split('\t'),
  pipeDelimited: (text) => text.split('|'),
}

/** Splits a list (RFC 9110, section 5.6.1), but not at commas in quoted strings. */
export function headerList(text: string): readonly string[] {
  return (text.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? [])
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
