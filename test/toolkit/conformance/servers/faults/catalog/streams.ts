/** Faults at sequences and at bytes. */

import type { CatalogPoints } from '../../catalog/points.js'
import type { Json, JsonObject } from '../../json/value.js'
import { after, before, failsAt, faultsOf, gives, takes, wraps } from '../fault.js'
import { withoutSecondTitle } from './responses.js'

const BYTES = Buffer.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff, 0xfe, 0x80, 0x41,
])

const items = (change: (items: JsonObject[]) => Iterable<Json>) =>
  after('exportBooks', (answer) => ({
    ...answer,
    items: change([...(answer.items as JsonObject[])]),
  }))

/** Keeps other bytes. */
const keepsBytes = (change: (bytes: Buffer) => Buffer) =>
  before<CatalogPoints>('putCover', (call) => {
    call.bytes = change(call.bytes)
  })

const ROWS = `
  export-as-array | An export is an array of JSON. | sequence: application/jsonl
  export-second-broken | The second book of an export has no title. | items: sequence
  export-last-missing | The last book of an export is missing. | state: create, export
  export-never-ends | An export does not end. | an answer
  cover-as-text | A cover is kept as text. | round trip: bytes
  cover-type-lost | A cover is always image/png. | round trip: media type | answer of getCover: {type: image/png}
  cover-shared | All books have the cover that was set last. | state: nested
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
  'export-as-array': after('exportBooks', ({ items }) => ({
    status: 200,
    type: 'application/jsonl',
    body: Buffer.from(`${JSON.stringify([...(items as Json[])])}\n`),
  })),
  'export-second-broken': items(withoutSecondTitle),
  'export-last-missing': items((all) => all.slice(0, -1)),
  'export-never-ends': takes('write', (written, response, call) => {
    const isExport = call?.operation?.id === 'exportBooks' && written.status === 200
    if (isExport) response.end = () => response
    return [written, response, call]
  }),
  'cover-as-text': keepsBytes((bytes) => Buffer.from(bytes.toString())),
  'cover-shared': after('putCover', (answer, call, p) => {
    const { covers, books } = p.tenantOf(call)
    for (const id of books.keys()) covers.set(id, { type: call.type, bytes: call.bytes })
    return answer
  }),
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
