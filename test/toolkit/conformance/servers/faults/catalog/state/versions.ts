/** Faults at entity tags. */

import assert from 'node:assert/strict'
import type { CatalogPoints } from '../../../catalog/points.js'
import { expect } from '../../../exchange/expect.js'
import { Failure } from '../../../kernel/failure.js'
import { after, before, type FaultRow, faultRows, faultsOf, onError, wraps } from '../../fault.js'
import { asksBelow, novel, patch, withBook } from '../requests.js'
import { etagOf, put, read } from './steps.js'

const ROWS = `
  if-match-right-refused | The right If-Match is refused. | RFC 9110, section 13.1.1
  if-match-list-refused | A list in If-Match is refused. | RFC 9110, section 13.1.1
  if-match-after-change | A 412 comes after the change was made. | a refusal has no effect
  if-match-race | Of changes of one version that come at once, several are made. | RFC 9110, section 13.1.1
  if-match-409 | An If-Match of another version is answered 409. | 412
  etag-constant | The ETag never changes. | RFC 9110, section 8.8.3
  etag-of-update-stale | The ETag of an update is that of the version before. | RFC 9110, section 8.8.3
  etag-without-quotes | The ETag has no quotes. | RFC 9110, section 8.8.3
  if-none-match-ignored | If-None-Match is ignored. | RFC 9110, section 13.1.2
  if-none-match-any | Any If-None-Match is answered 304. | RFC 9110, section 13.1.2
  if-none-match-412 | A matching If-None-Match is answered 412. | RFC 9110, section 13.1.2
  304-without-etag | A 304 has no ETag. | RFC 9110, section 15.4.5
`

const rows: FaultRow<CatalogPoints>[] = [
  ...(
    [
      ['replaceBook', put(novel, { 'If-Match': '"other"' })],
      ['patchBook', patch({ title: 'x' }, { headers: { 'If-Match': '"other"' } })],
      ['deleteBook', { method: 'DELETE', headers: { 'If-Match': '"other"' } }],
    ] as const
  ).map(
    ([id, request]): FaultRow<CatalogPoints> => [
      `if-match-ignored-${id}`,
      `If-Match is ignored by ${id}.`,
      'RFC 9110, section 13.1.1',
      wraps('checkIfMatch', (checkIfMatch) => (call, book) => {
        if (call.operation.id !== id) checkIfMatch(call, book)
      }),
      asksBelow('', request, 412),
    ],
  ),
  ...faultRows<CatalogPoints>(ROWS, {
    'if-match-right-refused': [
      wraps('checkIfMatch', () => ({ parameters }) => {
        if (parameters['if-match']) throw new Failure(412, 'The book has another version.')
      }),
      withBook(async (api, _, path) => {
        expect(
          await api.send({ path, ...put(novel, { 'If-Match': await etagOf(api, path) }) }),
          200,
        )
      }),
    ],
    'if-match-list-refused': [
      wraps('isListed', () => (tags, etag) => tags === etag || tags === '*'),
      withBook(async (api, _, path) => {
        expect(
          await api.send({
            path,
            ...put(novel, { 'If-Match': `"other", ${await etagOf(api, path)}` }),
          }),
          200,
        )
      }),
    ],
    'if-match-after-change': [
      wraps('checkIfMatch', (checkIfMatch) => (call, book) => {
        try {
          checkIfMatch(call, book)
        } catch (error) {
          Object.assign(book, { title: 'changed' })
          throw error
        }
      }),
      withBook(async (api, { title }, path) => {
        expect(
          await api.send({
            path,
            ...put({ ...novel, title: 'changed' }, { 'If-Match': '"other"' }),
          }),
          412,
        )
        expect(await read(api, path), 200, { json: (body) => assert.equal(body.title, title) })
      }),
    ],
    'if-match-race': [
      (p) => {
        const own = p.handlers.replaceBook
        p.handlers.replaceBook = async (call) => {
          p.checkIfMatch(call, p.find(call))
          await p.pause()
          delete call.parameters['if-match']
          return own?.(call) as never
        }
      },
      withBook(async (api, _, path) => {
        const request = { path, ...put(novel, { 'If-Match': await etagOf(api, path) }) }
        const replies = await Promise.all([1, 2, 3].map(() => api.send(request)))
        assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412])
      }),
    ],
    'if-match-409': [
      onError(412, (answer) => ({ ...answer, status: 409 })),
      asksBelow('', put(novel, { 'If-Match': '"other"' }), 412),
    ],
    'etag-constant': [
      wraps('etagOf', () => () => '"1"'),
      withBook(async (api, _, path) => {
        const before = await etagOf(api, path)
        expect(await api.send({ path, ...patch({ title: 'new' }) }), 200)
        assert.notEqual(await etagOf(api, path), before)
      }),
    ],
    'etag-of-update-stale': [
      after('replaceBook', (answer) => ({
        ...answer,
        headers: { ETag: answer.headers?.ETag?.replace(/-\d+/, '-1') as string },
      })),
      withBook(async (api, _, path) => {
        const { headers } = expect(await api.send({ path, ...put(novel) }), 200)
        assert.equal(headers.etag, await etagOf(api, path))
      }),
    ],
    'etag-without-quotes': [
      wraps(
        'etagOf',
        () =>
          ({ revision }) =>
            `v${revision}`,
      ),
      withBook(async (api, _, path) => assert.match(await etagOf(api, path), /^(W\/)?"/)),
    ],
    'if-none-match-ignored': [
      before('getBook', ({ parameters }) => {
        delete parameters['if-none-match']
      }),
      withBook(async (api, _, path) => {
        expect(await api.send({ path, headers: { 'If-None-Match': await etagOf(api, path) } }), 304)
      }),
    ],
    'if-none-match-any': [
      wraps('isListed', () => () => true),
      asksBelow('', { headers: { 'If-None-Match': '"other"' } }, 200),
    ],
    'if-none-match-412': [
      after('getBook', (answer) =>
        answer.status === 304
          ? {
              status: 412,
              type: 'application/problem+json',
              body: { type: 'about:blank', title: 'x', status: 412 },
            }
          : answer,
      ),
      withBook(async (api, _, path) => {
        expect(await api.send({ path, headers: { 'If-None-Match': await etagOf(api, path) } }), 304)
      }),
    ],
    '304-without-etag': [
      after('getBook', (answer) => (answer.status === 304 ? { status: 304 } : answer)),
      withBook(async (api, _, path) => {
        expect(await api.send({ path, headers: { 'If-None-Match': '*' } }), 304, {
          headers: { etag: /"/ },
        })
      }),
    ],
  }),
]

export const versions = faultsOf<CatalogPoints>('versions', rows)
