import type { ParameterStyle } from '../../openapi/parameter.js'
import { commas, type SplitText } from './values.js'

/** How arrays and objects of each style are divided where they are not exploded. */
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
  // A pipe is no character of a URI, and sent as it is all the same.
  pipeDelimited: (text) => text.split(text.includes('|') ? '|' : /%7C/i),
  deepObject: undefined,
}

/** The same in headers, where nothing is encoded. */
export const HEADER_DELIMITERS: Readonly<Partial<Record<ParameterStyle, SplitText>>> = {
  simple: headerList,
  spaceDelimited: (text) => text.split(' '),
  tabDelimited: (text) => text.split('\t'),
  pipeDelimited: (text) => text.split('|'),
}

/**
 * Lists in headers (RFC 9110, section 5.6.1): space around items says nothing, no more than an empty
 * item, and a comma in a quoted string divides nothing.
 */
function headerList(text: string): readonly string[] {
  return (text.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? [])
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
