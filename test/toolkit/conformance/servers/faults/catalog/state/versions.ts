/** Faults at entity tags. */

import type { CatalogPoints } from '../../../catalog/points.js'
import {
  after,
  atFailureOf,
  before,
  failsAt,
  faultsOf,
  handles,
  instead,
  type Servers,
  wraps,
} from '../../fault.js'

const ROWS = `
  if-match-ignored-(replaceBook patchBook deleteBook) | If-Match is ignored by *. | RFC 9110, section 13.1.1
  if-match-right-refused | The right If-Match is refused. | RFC 9110, section 13.1.1
  if-match-list-refused | A list in If-Match is refused. | RFC 9110, section 13.1.1
  if-match-after-change | A 412 comes after the change was made. | a refusal has no effect
  if-match-race | Of changes of one version that come at once, several are made. | RFC 9110, section 13.1.1
  if-match-409 | An If-Match of another version is answered 409. | 412 | error 412: {status: 409}
  etag-constant | The ETag never changes. | RFC 9110, section 8.8.3 | always etagOf: '"1"'
  etag-of-update-stale | The ETag of an update is that of the version before. | RFC 9110, section 8.8.3
  etag-without-quotes | The ETag has no quotes. | RFC 9110, section 8.8.3
  if-none-match-ignored | If-None-Match is ignored. | RFC 9110, section 13.1.2
  if-none-match-any | Any If-None-Match is answered 304. | RFC 9110, section 13.1.2 | always isListed: true
  if-none-match-412 | A matching If-None-Match is answered 412. | RFC 9110, section 13.1.2
  304-without-etag | A 304 has no ETag. | RFC 9110, section 15.4.5
`

const SERVERS: Servers<CatalogPoints> = {
  'if-match-right-refused': failsAt(
    'checkIfMatch',
    ({ parameters }) => Boolean(parameters['if-match']),
    412,
  ),
  'if-match-list-refused': instead('isListed', (tags, etag) => tags === etag || tags === '*'),
  'if-match-after-change': atFailureOf('checkIfMatch', (_p, _call, book) => {
    book.title = 'changed'
  }),
  'if-match-race': handles('replaceBook', async (own, call, p) => {
    p.checkIfMatch(call, p.find(call))
    await p.pause()
    delete call.parameters['if-match']
    return own(call)
  }),
  'etag-of-update-stale': after('replaceBook', (answer) => ({
    ...answer,
    headers: { ETag: answer.headers?.ETag?.replace(/-\d+/, '-1') as string },
  })),
  'etag-without-quotes': instead('etagOf', ({ revision }) => `v${revision}`),
  'if-none-match-ignored': before('getBook', ({ parameters }) => {
    delete parameters['if-none-match']
  }),
  'if-none-match-412': after('getBook', (answer) =>
    answer.status === 304
      ? {
          status: 412,
          type: 'application/problem+json',
          body: { type: 'about:blank', title: 'x', status: 412 },
        }
      : answer,
  ),
  '304-without-etag': after('getBook', (answer) =>
    answer.status === 304 ? { status: 304 } : answer,
  ),
}

export const versions = faultsOf('versions', ROWS, SERVERS, {
  'if-match-ignored-*': (id) =>
    wraps('checkIfMatch', (checkIfMatch) => (call, book) => {
      if (call.operation.id !== id) checkIfMatch(call, book)
    }),
})
