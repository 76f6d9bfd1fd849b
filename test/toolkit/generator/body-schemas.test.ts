import t from 'tap'
import type { Cursor } from '#toolkit/generator/read/document/cursor.js'
import {
  isAnyText,
  isBinary,
  isStructured,
  isText,
} from '#toolkit/generator/read/operations/media-kind.js'

const is = { any: isAnyText, binary: isBinary, structured: isStructured, text: isText }

/** Schemas of bodies by kind. */
const table: [what: string, ...schemas: unknown[]][] = [
  ['', undefined, false, 1, {}, { description: 'd' }, { type: ['string', 'null'] }],
  ['', { enum: ['a', 1] }, { type: ['string'] }],
  ['structured', true, { type: 'object' }, { type: 'integer' }, { type: ['array', 'null'] }],
  ['structured', { properties: {} }, { items: true }, { allOf: [] }, { anyOf: [] }, { oneOf: [] }],
  ['structured', { additionalProperties: false }, { type: 'object', format: 'binary' }],
  ['any text', { type: 'string' }, { type: 'string', title: 't', description: 'd' }],
  ['any text', { type: 'string', example: 'a', examples: ['a'], deprecated: true }],
  ['text', { type: 'string', minLength: 1 }, { enum: ['a', 'b'] }, { type: 'string', enum: [] }],
  ['text', { type: 'string', contentMediaType: 'text/csv', contentEncoding: 'base64' }],
  [
    'binary',
    { format: 'binary' },
    { contentMediaType: 'image/png' },
    { contentEncoding: 'binary' },
  ],
  ['binary', { type: ['string', 'null'], format: 'binary' }, { type: 'file' }],
  [
    'binary text',
    { type: 'string', format: 'binary' },
    { type: 'string', contentMediaType: 'a/b' },
  ],
  ['binary structured', { properties: {}, format: 'binary' }],
]

for (const [what, ...schemas] of table) {
  for (const schema of schemas) {
    t.test(`${JSON.stringify(schema)} is ${what || 'neither'}`, async (t) => {
      const cursor = schema === undefined ? undefined : ({ value: schema } as Cursor)
      const found = Object.entries(is).filter(([, test]) => test(cursor))
      t.equal(found.map(([name]) => name).join(' '), what)
    })
  }
}
