/** Faults at the reading of JSON bodies. */

import type { JsonObject } from '../../json/value.js'
import { atFailureOf, type Fault, failsAt, faultsOf, takes, wraps } from '../fault.js'
import type { Sample } from '../shared.js'

export const reads = (change: (text: string) => string) =>
  takes('parseJson', (text) => [change(text)])

export const coerces = (change: (body: JsonObject) => void) =>
  takes('validate', (value, ...others) => {
    if (value !== null && typeof value === 'object') change(value as JsonObject)
    return [value, ...others]
  })

const fails = () => {
  throw new Error('the parser failed')
}

const JSON_FAULTS = `
  malformed-500 | A body that is not JSON makes the server fail. | no 5xx
  trailing-text | Text after the document is not looked at. | RFC 8259, section 2
  trailing-comma | A comma before the closing brace is accepted. | RFC 8259, section 4
  empty-500 | An empty body makes the server fail. | no 5xx
  empty-accepted | Without a body, something is made up. | requestBody.required
  invalid-500 | Each violation of the schema makes the server fail. | no 5xx
`

export function jsonFaults(sample: Sample): Fault[] {
  const { text } = sample
  return faultsOf('json', JSON_FAULTS, {
    'malformed-500': atFailureOf('parseJson', fails),
    'trailing-text': reads((body) => body.slice(0, body.lastIndexOf('}') + 1)),
    'trailing-comma': reads((body) => body.replace(/,\s*\}/g, '}')),
    'empty-500': failsAt('parseBody', ({ bytes }) => bytes?.length === 0),
    'empty-accepted': wraps('parseBody', (parseBody) => (call) => {
      if (call.operation.id === sample.operation && call.bytes.length === 0) {
        call.type = sample.type
        call.bytes = Buffer.from(text)
      }
      return parseBody(call)
    }),
    'invalid-500': atFailureOf('validate', fails),
  })
}
