/** Faults at media types and sizes of request bodies. */

import { Failure } from '../../kernel/failure.js'
import { type Fault, failsAt, faultsOf, gives, wraps } from '../fault.js'
import type { Sample } from '../shared.js'

const takesType = (sample: Sample, isTaken: (type: string) => boolean) =>
  wraps('checkMediaType', (checkMediaType) => (call) => {
    const isOurs = call.operation.id === sample.operation
    if (isOurs && isTaken(call.headers['content-type'] ?? '')) call.type = sample.type
    else return checkMediaType(call)
  })

const failsAtType = (isWrong: (type: string) => boolean, status?: number) =>
  failsAt('checkMediaType', ({ headers }) => isWrong(headers['content-type'] ?? ''), status)

const MEDIA_FAULTS = `
  any-media-type | The media type of the body is not looked at. | content: 415
  text-plain | JSON is accepted as text/plain. | content: 415
  form-of-parts | JSON is accepted as a form of parts. | content: 415
  form | JSON is accepted as a form. | content: 415
  any-json | Any type that ends in json is accepted. | content: 415
  media-type-begins | A type that begins like the right one is accepted. | content: 415
  media-type-contains | A type that has the right one in a parameter is accepted. | content: 415
  media-type-500 | A media type that is not known makes the server fail. | no 5xx
  charset-refused | A media type with a charset is refused. | RFC 9110, section 8.3.1
  media-type-in-capitals | A media type in capitals is refused. | RFC 9110, section 8.3.1
  large-500 | A body that is too large makes the server fail. | no 5xx
  large-as-text | A body that is too large is answered in plain text. | error body | error 413: {text: Payload Too Large}
  http-1.0-not-judged | Bodies of HTTP/1.0 are not validated. | schema
  chunked-cut | The first byte of the body is lost when it comes in chunks. | RFC 9112, section 7.1
`

export function mediaFaults(sample: Sample): Fault[] {
  return faultsOf('media type', MEDIA_FAULTS, {
    'any-media-type': takesType(sample, () => true),
    'text-plain': takesType(sample, (type) => type.startsWith('text/plain')),
    'form-of-parts': takesType(sample, (type) => type.startsWith('multipart/form-data')),
    form: takesType(sample, (type) => type === 'application/x-www-form-urlencoded'),
    'any-json': takesType(sample, (type) => /json$/.test(type)),
    'media-type-begins': takesType(sample, (type) => type.startsWith(sample.type)),
    'media-type-contains': takesType(sample, (type) => type.includes(sample.type)),
    'media-type-500': failsAtType((type) => !type.includes('json')),
    'charset-refused': failsAtType((type) => type.includes(';'), 415),
    'media-type-in-capitals': failsAtType((type) => type !== type.toLowerCase(), 415),
    'large-500': gives('failureOf', (failure) =>
      failure.status === 413 ? new Failure(500, 'The server failed.') : failure,
    ),
    'http-1.0-not-judged': wraps('validate', (validate) => (value, schema, call) => {
      if (call.request.httpVersion !== '1.0') validate(value, schema, call)
    }),
    'chunked-cut': wraps('readBody', (readBody) => async (call) => {
      await readBody(call)
      if (call.headers['transfer-encoding']) call.bytes = call.bytes.subarray(1)
    }),
  })
}
