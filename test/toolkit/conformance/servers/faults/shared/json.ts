/** Faults at the reading of JSON bodies. */

import { parseJson } from '../../json/parse.js'
import type { Json, JsonObject } from '../../json/value.js'
import { atFailureOf, type Fault, failsAt, faultsOf, takes, wraps } from '../fault.js'
import type { Sample } from './sample.js'

/** Changes the text before it is parsed. */
export const reads = (change: (text: string) => string) =>
  takes('parseJson', (text) => [change(text)])

/** Changes an object before it is validated. */
export const coerces = (change: (body: JsonObject) => void) =>
  takes('validate', (value, ...others) => {
    if (value !== null && typeof value === 'object') change(value as JsonObject)
    return [value, ...others]
  })

/** For texts that the reader does not understand. */
const orElse = (otherwise: (text: string) => Json) =>
  wraps('parseJson', (parseJson) => (text) => {
    try {
      return parseJson(text)
    } catch {
      return otherwise(text)
    }
  })

const fails = () => {
  throw new Error('the parser failed')
}

const replaced = (from: RegExp, to: string) => (text: string) => text.replace(from, to)

const JSON_FAULTS = `
  malformed-500 | A body that is not JSON makes the server fail. | no 5xx
  form-as-json | A form is read in place of JSON. | RFC 8259
  trailing-text | Text after the document is not looked at. | RFC 8259, section 2
  trailing-comma | A comma before the closing brace is accepted. | RFC 8259, section 4
  comments | Comments are accepted. | RFC 8259, section 2
  raw-newline | Newlines inside of strings are accepted. | RFC 8259, section 7
  deep-500 | A document that is nested deeply makes the server fail. | no 5xx
  empty-500 | An empty body makes the server fail. | no 5xx
  empty-accepted | Without a body, something is made up. | requestBody.required
  null-500 | A body of null makes the server fail. | no 5xx
  invalid-500 | Each violation of the schema makes the server fail. | no 5xx
  infinity | Numbers beyond JSON are accepted. | RFC 8259, section 6
`

/** The text with the fields of a form in place of its own members. */
function filledIn(text: string, form: string): string {
  const fields = new URLSearchParams(form)
  return text.replace(/"(\w+)":("[^"]*"|\d+)/g, (member, name, value) => {
    const field = fields.get(name)
    if (field === null) return member
    return `"${name}":${value.startsWith('"') ? JSON.stringify(field) : field}`
  })
}

export function jsonFaults(sample: Sample): Fault[] {
  const { text } = sample
  return faultsOf('json', JSON_FAULTS, {
    'malformed-500': orElse(fails),
    'form-as-json': orElse((body) => parseJson(/^\w+=/.test(body) ? filledIn(text, body) : body)),
    'trailing-text': reads((body) => body.slice(0, body.lastIndexOf('}') + 1)),
    'trailing-comma': reads(replaced(/,\s*\}/g, '}')),
    comments: reads(replaced(/\/\*.*?\*\//g, '')),
    'raw-newline': reads(replaced(/\n/g, ' ')),
    'deep-500': failsAt('parseJson', (body) => /\[{101}/.test(body)),
    'empty-500': failsAt('parseBody', ({ bytes }) => bytes?.length === 0),
    'empty-accepted': wraps('parseBody', (parseBody) => (call) => {
      if (call.operation.id === sample.operation && call.bytes.length === 0) {
        call.type = sample.type
        call.bytes = Buffer.from(text)
      }
      return parseBody(call)
    }),
    'null-500': failsAt('validate', (value) => value === null),
    'invalid-500': atFailureOf('validate', fails),
    infinity: reads(replaced(/:(NaN|Infinity|0x\w+|\+\d+|0\d+)/g, ':1')),
  })
}
