/** Faults at what is kept of a book. */

import assert from 'node:assert/strict'
import type { CatalogPoints } from '../../../catalog/points.js'
import type { Json, JsonObject } from '../../../json/value.js'
import { type FaultRow, faultsOf } from '../../fault.js'
import { full, keepsBook, withBook, withBooks } from '../requests.js'
import { keeps, keepsTitle, without } from './steps.js'

const rows: FaultRow<CatalogPoints>[] = [
  [
    'title-trimmed',
    'Titles are trimmed.',
    'round trip',
    keepsTitle((title) => title.trim()),
    keepsBook({ title: ' x ' }),
  ],
  [
    'title-lower-cased',
    'Titles are in small letters.',
    'round trip',
    keepsTitle((title) => title.toLowerCase()),
    keepsBook(),
  ],
  [
    'title-normalized',
    'Titles are normalized to NFC.',
    'round trip',
    keepsTitle((title) => title.normalize()),
    keepsBook({ title: 'e\u0301' }),
  ],
  [
    'title-cut',
    'Titles are cut after 50 characters.',
    'round trip',
    keepsTitle((title) => title.slice(0, 50)),
    keepsBook({ title: 't'.repeat(60) }),
  ],
  [
    'title-escaped',
    'Titles are escaped for HTML.',
    'round trip',
    keepsTitle((title) => title.replaceAll('&', '&amp;')),
    keepsBook({ title: 'A & B' }),
  ],
  [
    'title-tags-stripped',
    'Tags are stripped from titles.',
    'round trip',
    keepsTitle((title) => title.replace(/<[^>]*>/g, '')),
    keepsBook({ title: 'a <b> c' }),
  ],
  [
    'title-astral-lost',
    'Characters of four bytes are lost.',
    'round trip',
    keepsTitle((title) => title.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    keepsBook({ title: '🌱' }),
  ],
  ...[
    'subtitle',
    'authors',
    'edition',
    'publishedOn',
    'website',
    'contact',
    'translations',
    'discount',
    'stock',
  ].map(
    (name): FaultRow<CatalogPoints> => [
      `${name}-not-kept`,
      `${name} is not stored.`,
      'round trip',
      without(name),
      keepsBook(full),
    ],
  ),
  [
    'subtitle-null-dropped',
    'A subtitle of null is not stored.',
    'round trip',
    keeps(({ subtitle, ...body }) => (subtitle ? { ...body, subtitle } : body) as JsonObject),
    keepsBook({ subtitle: null }),
  ],
  [
    'stock-rounded',
    'A large stock is rounded.',
    'format: int64, exact',
    keeps((body) =>
      typeof body.stock === 'bigint' ? { ...body, stock: BigInt(Number(body.stock)) } : body,
    ),
    keepsBook({ stock: 9_007_199_254_740_993n }),
  ],
  [
    'stock-zero-dropped',
    'A stock of 0 is not stored.',
    'round trip',
    keeps(({ stock, ...body }) => (stock ? { ...body, stock } : body) as JsonObject),
    keepsBook({ stock: 0 }),
  ],
  [
    'amount-rounded',
    'Amounts are rounded to one digit.',
    'round trip',
    keeps((body) => ({
      ...body,
      price: {
        ...(body.price as JsonObject),
        amount: Number(Number((body.price as { amount: number }).amount).toFixed(1)),
      },
    })),
    keepsBook({ price: { amount: 12.34, currency: 'EUR' } }),
  ],
  [
    'amount-whole',
    'Amounts are whole numbers.',
    'round trip',
    keeps((body) => ({
      ...body,
      price: {
        ...(body.price as JsonObject),
        amount: Math.trunc((body.price as { amount: number }).amount),
      },
    })),
    keepsBook(),
  ],
  [
    'genres-sorted',
    'Genres are stored in another order.',
    'round trip',
    keeps((body) => ({ ...body, genres: (body.genres as string[]).toSorted() })),
    keepsBook({ genres: ['novel', 'comic'] }),
  ],
  [
    'genres-first-kept',
    'Only the first genre is stored.',
    'round trip',
    keeps((body) => ({ ...body, genres: (body.genres as string[]).slice(0, 1) })),
    keepsBook({ genres: ['novel', 'comic'] }),
  ],
  [
    'authors-none-dropped',
    'An empty list of authors is not stored.',
    'round trip',
    keeps(
      ({ authors, ...body }) =>
        (Array.isArray(authors) && authors.length === 0
          ? body
          : { ...body, ...(authors && { authors }) }) as JsonObject,
    ),
    keepsBook({ authors: [] }),
  ],
  [
    'author-nested-lost',
    'Of authors only the names are stored.',
    'round trip',
    keeps((body) => ({
      ...body,
      ...(Array.isArray(body.authors) && {
        authors: body.authors.map((each) => ({ name: (each as JsonObject).name as Json })),
      }),
    })),
    keepsBook(full),
  ],
  [
    'date-with-zone',
    'The day of publication is one day off.',
    'round trip',
    keeps((body) =>
      body.publishedOn
        ? {
            ...body,
            publishedOn: new Date(Date.parse(body.publishedOn as string) - 86_400_000)
              .toISOString()
              .slice(0, 10),
          }
        : body,
    ),
    keepsBook(full),
  ],
  [
    'translations-empty-dropped',
    'An empty map of translations is not stored.',
    'round trip',
    keeps(
      ({ translations, ...body }) =>
        (translations && Object.keys(translations).length > 0
          ? { ...body, translations }
          : body) as JsonObject,
    ),
    keepsBook({ translations: {} }),
  ],
  [
    'discount-made-up',
    'A book without a discount gets one.',
    'round trip',
    keeps((body) => ({ discount: 10, ...body })),
    withBook(async (_, book) => assert.equal(book.discount, undefined)),
  ],
  [
    'shared-between-requests',
    'Members of the book before come along.',
    'requests are apart',
    (p) => {
      const all: JsonObject = {}
      p.keep = (body) => ({ ...Object.assign(all, body) })
    },
    withBooks([{ subtitle: 'x' }, {}], async (_, [, second]) =>
      assert.equal(second.subtitle, undefined),
    ),
  ],
]

export const roundTrip = faultsOf<CatalogPoints>('round trip', rows)
