/** Faults at sequences and at bytes. */

import type { CatalogPoints } from '../../catalog/points.js'
import { after, before, failsAt, faultsOf, gives, takes, wraps } from '../fault.js'

const BYTES = Buffer.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff, 0xfe, 0x80, 0x41,
])

const ROWS = `
  export-never-ends | An export does not end. | an answer
  cover-as-text | A cover is kept as text. | round trip: bytes
  cover-type-lost | A cover is always image/png. | round trip: media type | answer of getCover: {type: image/png}
  cover-jpeg-refused | One of the types of covers is refused. | content: request
  ranges-said-none | A cover says that there are no ranges. | const: header | answer of getCover: {header: {Accept-Ranges: none}}
  range-off-by-one | A range lacks its last byte. | RFC 9110, section 14.1.2
  range-whole | A 206 has all bytes. | RFC 9110, section 15.3.7
  range-suffix | The last bytes are taken for the first ones. | RFC 9110, section 14.1.2
  range-beyond-206 | A range beyond the end is an empty part. | 416
  range-beyond-without-size | A 416 does not say how many bytes there are. | header: Content-Range | error 416: {headers: {}}
  range-end-not-cut | A range that ends beyond the end is refused. | RFC 9110, section 14.1.2
`

export const streams = faultsOf<CatalogPoints>('bytes', ROWS, {
  'export-never-ends': takes('write', (written, response, call) => {
    const isExport = call?.operation?.id === 'exportBooks' && written.status === 200
    if (isExport) response.end = () => response
    return [written, response, call]
  }),
  'cover-as-text': before('putCover', (call) => (call.bytes = Buffer.from(call.bytes.toString()))),
  'cover-jpeg-refused': failsAt(
    'checkMediaType',
    ({ headers }) => headers['content-type'] === 'image/jpeg',
    415,
  ),
  'range-off-by-one': wraps('rangeOf', (rangeOf) => (header, size) => {
    const range = rangeOf(header, size)
    return Array.isArray(range) ? [range[0], range[1] - 1] : range
  }),
  'range-whole': after('getCover', (answer) =>
    answer.status === 206 ? { ...answer, body: BYTES } : answer,
  ),
  'range-suffix': takes('rangeOf', (header, size) => [
    header.replace(/=-(\d+)$/, (_, count) => `=0-${Number(count) - 1}`),
    size,
  ]),
  'range-beyond-206': wraps('rangeOf', (rangeOf) => (header, size) => {
    const range = rangeOf(header, size)
    return range === 'none' ? [0, -1] : range
  }),
  'range-end-not-cut': gives('rangeOf', (range, header, size) =>
    Number(/-(\d+)$/.exec(header)?.[1]) >= size && !/=-/.test(header) ? 'none' : range,
  ),
})
