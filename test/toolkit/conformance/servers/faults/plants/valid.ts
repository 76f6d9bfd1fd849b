import { asks, inOrder } from '../../exchange/expect.js'
import { emptyObject, type Json, type JsonObject } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import type { PlantPoints } from '../../plants.js'
import { changedRows, changes, faultRows, faultsOf, wraps } from '../fault.js'
import { creates, fern, postText } from './requests.js'

const ID = 'schemas/NewPlant/allOf/1/properties/id'
const NAME = 'schemas/Plant/properties/name'

/** Fails on some bodies that are valid. */
const failsOn = (isWrong: (body: JsonObject) => boolean, status = 500) =>
  wraps<PlantPoints, 'store'>('store', (store) => (body) => {
    if (isWrong(body)) throw new Failure(status, 'The server failed.')
    return store(body)
  })

/** Keeps something else than was sent. */
const keepsOther = (change: (body: JsonObject) => JsonObject) =>
  wraps<PlantPoints, 'keep'>('keep', (keep) => (body) => keep(change({ ...body })))

const keepsName = (change: (name: string) => string) =>
  keepsOther((body) => ({ ...body, name: change(body.name as string) }))

const CHANGED_REFUSED = `
  id-int32 | Ids above 2^31-1 are refused. | format: int64 | NewPlant/allOf/1/properties/id: {format: int32} | {id: 2147483648, name: fern}
  id-negative-refused | Negative ids are refused. | format: int64 | NewPlant/allOf/1/properties/id: {minimum: 0} | {id: -1, name: fern}
  name-empty-refused | An empty name counts as an absent one. | required: name | Plant/properties/name: {minLength: 1} | {id: 1, name: ''}
  tag-required | A plant without a tag is refused. | required: tag is not | Plant: {required: [name, tag]} | {id: 1, name: fern}
  tag-empty-refused | An empty tag is refused. | no minLength | Plant/properties/tag: {minLength: 1} | {id: 1, name: fern, tag: ''}
  tag-of-a-list | Only tags of a list are accepted. | no enum | Plant/properties/tag: {enum: [shade, sun]} | {id: 1, name: fern, tag: moor}
`

const REFUSED = `
  id-safe-integers-only | Ids above 2^53-1 are refused. | format: int64
  id-maximum-refused | The largest id is refused. | format: int64
  id-minimum-refused | The smallest id is refused. | format: int64
  id-zero-refused | The id 0 counts as an absent one. | required: id
  name-long-refused | Names of more than 255 characters are refused. | no maxLength
  name-words-only | Names with punctuation are refused. | no pattern
  examples-only | Only the plants of the examples are stored. | valid bodies are accepted
  escapes-refused | Escapes in strings are refused. | RFC 8259, section 7
  space-refused | White space around the document is refused. | RFC 8259, section 2
`

const refused = faultRows<PlantPoints>(REFUSED, {
  'id-safe-integers-only': [
    changes(ID, { maximum: Number.MAX_SAFE_INTEGER }),
    creates({ id: 9_007_199_254_740_993n, name: 'fern' }),
  ],
  'id-maximum-refused': [
    (p) => {
      p.formats.int64 = (_, value) => (value as bigint) < 2n ** 63n - 1n
    },
    creates({ id: 2n ** 63n - 1n, name: 'fern' }),
  ],
  'id-minimum-refused': [
    (p) => {
      p.formats.int64 = (_, value) =>
        (value as bigint) > -(2n ** 63n) && (value as bigint) < 2n ** 63n
    },
    creates({ id: -(2n ** 63n), name: 'fern' }),
  ],
  'id-zero-refused': [failsOn(({ id }) => id === 0, 400), creates({ id: 0, name: 'fern' })],
  'name-long-refused': [
    changes(NAME, { maxLength: 255 }),
    creates({ id: 1, name: 'n'.repeat(256) }),
  ],
  'name-words-only': [
    changes(NAME, { pattern: '^[\\p{L}\\p{N} ]*$' }),
    creates({ id: 1, name: "x'; DROP TABLE plants; --" }),
  ],
  'examples-only': [
    failsOn(({ name }) => name !== 'fern' && name !== 'moss', 400),
    creates({ id: 3, name: 'ivy' }),
  ],
  'escapes-refused': [
    wraps('parseJson', (parseJson) => (text) => {
      if (text.includes('\\u')) throw new SyntaxError('an escape')
      return parseJson(text)
    }),
    asks(postText('{"id":1,"name":"\\u0066ern"}'), 200, { body: { name: 'fern' } }),
  ],
  'space-refused': [
    wraps('parseJson', (parseJson) => (text) => {
      if (text !== text.trim()) throw new SyntaxError('white space')
      return parseJson(text)
    }),
    asks(postText('\n {"id":1,"name":"fern"} \n'), 200, { body: { name: 'fern' } }),
  ],
})

const FAILING = `
  name-nul-500 | A NUL in a name makes the server fail. | no 5xx
  id-negative-500 | A negative id makes the server fail. | no 5xx
  tag-absent-500 | A plant without a tag makes the server fail. | no 5xx
  other-members-500 | A member that the schema does not name makes the server fail. | no 5xx
`

const failing = faultRows<PlantPoints>(FAILING, {
  'name-nul-500': [
    failsOn(({ name }) => (name as string).includes('\0')),
    creates({ id: 1, name: 'a\0b' }),
  ],
  'id-negative-500': [failsOn(({ id }) => (id as bigint) < 0n), creates({ id: -5, name: 'fern' })],
  'tag-absent-500': [failsOn(({ tag }) => tag === undefined), creates({ id: 2, name: 'moss' })],
  'other-members-500': [
    failsOn((body) => Object.keys(body).some((name) => !(name in fern))),
    creates({ id: 1, name: 'fern', height: 3 }),
  ],
})

const CHANGED = `
  name-without-quotes | Names lose the quotes around them. | round trip: name
  name-spaces-collapsed | White space inside of names is collapsed. | round trip: name
  name-numeric-lost-zero | Names that look like numbers are stored as numbers look. | round trip: name
  escaped-pairs-lost | Characters of four bytes that are sent in escapes are lost. | round trip: name
  name-ends-at-nul | A name ends at its first NUL. | round trip: name
  tag-dropped | The tag is not stored. | round trip: tag
  tag-made-up | A plant without a tag gets one. | round trip: tag
  name-and-tag-swapped | Name and tag are mixed up. | round trip
  id-rounded | Ids are doubles, so that large ones are the same. | format: int64, exact
  id-cut-to-32-bits | Of ids, 32 bits are kept. | format: int64, exact
  id-without-sign | The sign of an id is lost. | format: int64, exact
  proto-lost | The name __proto__ is lost. | round trip: name
`

const changed = faultRows<PlantPoints>(CHANGED, {
  'name-without-quotes': [
    keepsName((name) => name.replace(/^"(.*)"$/s, '$1')),
    creates({ id: 1, name: '"fern"' }),
  ],
  'name-spaces-collapsed': [
    keepsName((name) => name.replace(/\s+/g, ' ')),
    creates({ id: 1, name: 'a  b\nc' }),
  ],
  'name-numeric-lost-zero': [
    keepsName((name) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
    creates({ id: 1, name: '007' }),
  ],
  'escaped-pairs-lost': [
    wraps('parseJson', (parseJson) => (text) => parseJson(text.replace(/\\ud83c\\u..../gi, '?'))),
    async (api) => {
      const reply = await api.send(postText('{"id":1,"name":"\\ud83c\\udf31"}'))
      if (!reply.body.toString().includes('\u{1f331}')) throw new Error('the name is another')
    },
  ],
  'name-ends-at-nul': [
    keepsName((name) => name.split('\0')[0] as string),
    creates({ id: 1, name: 'a\0b' }),
  ],
  'tag-dropped': [keepsOther(({ tag: _, ...body }) => body as JsonObject), creates(fern)],
  'tag-made-up': [
    keepsOther((body) => ({ tag: 'none', ...body })),
    creates({ id: 2, name: 'moss' }),
  ],
  'name-and-tag-swapped': [
    keepsOther((body) => ({
      ...body,
      name: (body.tag ?? body.name) as Json,
      tag: body.name as Json,
    })),
    creates(fern),
  ],
  'id-rounded': [
    wraps('keyOf', () => (id) => String(Number(id))),
    inOrder(
      creates({ id: 9_007_199_254_740_992n, name: 'fern' }),
      creates({ id: 9_007_199_254_740_993n, name: 'moss' }),
    ),
  ],
  'id-cut-to-32-bits': [
    wraps('keyOf', () => (id) => String(BigInt.asIntN(32, BigInt(id as bigint)))),
    inOrder(creates({ id: 5, name: 'fern' }), creates({ id: 4_294_967_301, name: 'moss' })),
  ],
  'id-without-sign': [
    wraps('keyOf', () => (id) => String(id).replace('-', '')),
    inOrder(creates({ id: 5, name: 'fern' }), creates({ id: -5, name: 'moss' })),
  ],
  'proto-lost': [
    keepsName((name) => (name in {} ? '' : name)),
    creates({ id: 1, name: '__proto__' }),
  ],
})

const REMEMBERING = `
  tag-of-the-request-before | A plant without a tag has the tag of the request before. | requests are apart
  answer-of-the-request-before | After ten plants, the answers are those of the request before. | requests are apart
  full-after-twenty | After twenty plants the server fails. | no 5xx
`

const remembering = faultRows<PlantPoints>(REMEMBERING, {
  'tag-of-the-request-before': [
    (p) => {
      const body = emptyObject()
      const { keep } = p
      p.keep = (sent) => keep(Object.assign(body, sent))
    },
    inOrder(creates(fern), creates({ id: 2, name: 'moss' })),
  ],
  'answer-of-the-request-before': [
    (p) => {
      const { present } = p
      const answers: JsonObject[] = []
      p.present = (plant, body) => {
        answers.push(present(plant, body))
        return (answers.length > 10 ? answers.at(-2) : answers.at(-1)) as JsonObject
      }
    },
    inOrder(...Array.from({ length: 11 }, (_, at) => creates({ id: at, name: `plant ${at}` }))),
  ],
  'full-after-twenty': [
    wraps('store', (store, p) => (body) => {
      if (p.plants.size >= 20) throw new Error('full')
      return store(body)
    }),
    inOrder(...Array.from({ length: 21 }, (_, at) => creates({ id: at, name: `plant ${at}` }))),
  ],
})

export const valid = [
  ...faultsOf('positive body', [...changedRows(CHANGED_REFUSED, creates), ...refused]),
  ...faultsOf('no 5xx', failing),
  ...faultsOf('round trip', changed),
  ...faultsOf('state', remembering),
]
