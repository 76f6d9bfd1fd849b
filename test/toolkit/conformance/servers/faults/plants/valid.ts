import { asks, inOrder } from '../../exchange/expect.js'
import { emptyObject, type Json, type JsonObject } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import type { PlantPoints } from '../../plants.js'
import { changes, type FaultRow, faultsOf } from '../fault.js'
import { creates, fern, postText } from './requests.js'

const ID = 'schemas/NewPlant/allOf/1/properties/id'
const NAME = 'schemas/Plant/properties/name'
const TAG = 'schemas/Plant/properties/tag'

/** Fails on some bodies that are valid. */
const failsOn =
  (isWrong: (body: JsonObject) => boolean, status = 500) =>
  (p: PlantPoints): void => {
    const { store } = p
    p.store = (body) => {
      if (isWrong(body)) throw new Failure(status, 'The server failed.')
      return store(body)
    }
  }

/** Keeps something else than was sent. */
const keepsOther = (change: (body: JsonObject) => JsonObject) => (p: PlantPoints) => {
  const { keep } = p
  p.keep = (body) => keep(change({ ...body }))
}

const keepsName = (change: (name: string) => string) =>
  keepsOther((body) => ({ ...body, name: change(body.name as string) }))

const refused: FaultRow<PlantPoints>[] = [
  [
    'id-int32',
    'Ids above 2^31-1 are refused.',
    'format: int64',
    changes(ID, { format: 'int32' }),
    creates({ id: 2_147_483_648, name: 'fern' }),
  ],
  [
    'id-safe-integers-only',
    'Ids above 2^53-1 are refused.',
    'format: int64',
    changes(ID, { maximum: Number.MAX_SAFE_INTEGER }),
    creates({ id: 9_007_199_254_740_993n, name: 'fern' }),
  ],
  [
    'id-maximum-refused',
    'The largest id is refused.',
    'format: int64',
    (p) => {
      p.formats.int64 = (_, value) => (value as bigint) < 2n ** 63n - 1n
    },
    creates({ id: 2n ** 63n - 1n, name: 'fern' }),
  ],
  [
    'id-minimum-refused',
    'The smallest id is refused.',
    'format: int64',
    (p) => {
      p.formats.int64 = (_, value) =>
        (value as bigint) > -(2n ** 63n) && (value as bigint) < 2n ** 63n
    },
    creates({ id: -(2n ** 63n), name: 'fern' }),
  ],
  [
    'id-negative-refused',
    'Negative ids are refused.',
    'format: int64',
    changes(ID, { minimum: 0 }),
    creates({ id: -1, name: 'fern' }),
  ],
  [
    'id-zero-refused',
    'The id 0 counts as an absent one.',
    'required: id',
    failsOn(({ id }) => id === 0, 400),
    creates({ id: 0, name: 'fern' }),
  ],
  [
    'name-empty-refused',
    'An empty name counts as an absent one.',
    'required: name',
    changes(NAME, { minLength: 1 }),
    creates({ id: 1, name: '' }),
  ],
  [
    'name-long-refused',
    'Names of more than 255 characters are refused.',
    'no maxLength',
    changes(NAME, { maxLength: 255 }),
    creates({ id: 1, name: 'n'.repeat(256) }),
  ],
  [
    'name-ascii-only',
    'Names that are not ASCII are refused.',
    'no pattern',
    changes(NAME, { pattern: '^[ -~]*$' }),
    creates({ id: 1, name: 'Farnkräuter' }),
  ],
  [
    'name-words-only',
    'Names with punctuation are refused.',
    'no pattern',
    changes(NAME, { pattern: '^[\\p{L}\\p{N} ]*$' }),
    creates({ id: 1, name: "x'; DROP TABLE plants; --" }),
  ],
  [
    'tag-required',
    'A plant without a tag is refused.',
    'required: tag is not',
    changes('schemas/Plant', { required: ['name', 'tag'] }),
    creates({ id: 1, name: 'fern' }),
  ],
  [
    'tag-empty-refused',
    'An empty tag is refused.',
    'no minLength',
    changes(TAG, { minLength: 1 }),
    creates({ id: 1, name: 'fern', tag: '' }),
  ],
  [
    'tag-of-a-list',
    'Only tags of a list are accepted.',
    'no enum',
    changes(TAG, { enum: ['shade', 'sun'] }),
    creates({ id: 1, name: 'fern', tag: 'moor' }),
  ],
  [
    'other-members-refused',
    'Members that the schema does not name are refused, though it is open.',
    'additionalProperties are allowed',
    (p) => {
      const { validate } = p
      p.validate = (value, schema, call) => {
        validate(value, schema, call)
        const names = Object.keys(value as JsonObject)
        if (names.length > 3) throw new Failure(400, 'There is another member.')
      }
    },
    creates({ id: 1, name: 'fern', tag: 'shade', height: 3 }),
  ],
  [
    'examples-only',
    'Only the plants of the examples are stored.',
    'valid bodies are accepted',
    failsOn(({ name }) => name !== 'fern' && name !== 'moss', 400),
    creates({ id: 3, name: 'ivy' }),
  ],
  [
    'escapes-refused',
    'Escapes in strings are refused.',
    'RFC 8259, section 7',
    (p) => {
      const { parseJson } = p
      p.parseJson = (text) => {
        if (text.includes('\\u')) throw new SyntaxError('an escape')
        return parseJson(text)
      }
    },
    asks(postText('{"id":1,"name":"\\u0066ern"}'), 200, { body: { name: 'fern' } }),
  ],
  [
    'space-refused',
    'White space around the document is refused.',
    'RFC 8259, section 2',
    (p) => {
      const { parseJson } = p
      p.parseJson = (text) => {
        if (text !== text.trim()) throw new SyntaxError('white space')
        return parseJson(text)
      }
    },
    asks(postText('\n {"id":1,"name":"fern"} \n'), 200, { body: { name: 'fern' } }),
  ],
]

const failing: FaultRow<PlantPoints>[] = [
  [
    'name-unicode-500',
    'A name outside of ASCII makes the server fail.',
    'no 5xx',
    failsOn(({ name }) => /[^ -~]/.test(name as string)),
    creates({ id: 1, name: '🌱' }),
  ],
  [
    'name-astral-500',
    'A name outside of the basic plane makes the server fail.',
    'no 5xx',
    failsOn(({ name }) => [...(name as string)].length !== (name as string).length),
    creates({ id: 1, name: '🌱' }),
  ],
  [
    'name-long-500',
    'A name of more than 1000 characters makes the server fail.',
    'no 5xx',
    failsOn(({ name }) => (name as string).length > 1000),
    creates({ id: 1, name: 'n'.repeat(1001) }),
  ],
  [
    'name-empty-500',
    'An empty name makes the server fail.',
    'no 5xx',
    failsOn(({ name }) => name === ''),
    creates({ id: 1, name: '' }),
  ],
  [
    'name-quote-500',
    'A quote in a name makes the server fail.',
    'no 5xx',
    failsOn(({ name }) => (name as string).includes("'")),
    creates({ id: 1, name: "Solomon's seal" }),
  ],
  [
    'name-nul-500',
    'A NUL in a name makes the server fail.',
    'no 5xx',
    failsOn(({ name }) => (name as string).includes('\0')),
    creates({ id: 1, name: 'a\0b' }),
  ],
  [
    'id-maximum-500',
    'The largest id makes the server fail.',
    'no 5xx',
    failsOn(({ id }) => id === 2n ** 63n - 1n),
    creates({ id: 2n ** 63n - 1n, name: 'fern' }),
  ],
  [
    'id-zero-500',
    'The id 0 makes the server fail.',
    'no 5xx',
    failsOn(({ id }) => id === 0),
    creates({ id: 0, name: 'fern' }),
  ],
  [
    'id-negative-500',
    'A negative id makes the server fail.',
    'no 5xx',
    failsOn(({ id }) => (id as bigint) < 0n),
    creates({ id: -5, name: 'fern' }),
  ],
  [
    'tag-absent-500',
    'A plant without a tag makes the server fail.',
    'no 5xx',
    failsOn(({ tag }) => tag === undefined),
    creates({ id: 2, name: 'moss' }),
  ],
  [
    'other-members-500',
    'A member that the schema does not name makes the server fail.',
    'no 5xx',
    failsOn((body) => Object.keys(body).some((name) => !(name in fern))),
    creates({ id: 1, name: 'fern', height: 3 }),
  ],
]

const changed: FaultRow<PlantPoints>[] = [
  [
    'name-trimmed',
    'Names are trimmed.',
    'round trip: name',
    keepsName((name) => name.trim()),
    creates({ id: 1, name: ' fern ' }),
  ],
  [
    'name-without-quotes',
    'Names lose the quotes around them.',
    'round trip: name',
    keepsName((name) => name.replace(/^"(.*)"$/s, '$1')),
    creates({ id: 1, name: '"fern"' }),
  ],
  [
    'name-lower-cased',
    'Names are stored in lower case.',
    'round trip: name',
    keepsName((name) => name.toLowerCase()),
    creates({ id: 1, name: 'Fern' }),
  ],
  [
    'name-normalized',
    'Names are normalized to NFC.',
    'round trip: name',
    keepsName((name) => name.normalize('NFC')),
    creates({ id: 1, name: 'fu\u0308r' }),
  ],
  [
    'name-cut',
    'Names are cut after 64 characters.',
    'round trip: name',
    keepsName((name) => name.slice(0, 64)),
    creates({ id: 1, name: 'n'.repeat(65) }),
  ],
  [
    'name-escaped',
    'Names are escaped for HTML.',
    'round trip: name',
    keepsName((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    creates({ id: 1, name: 'fern & <moss>' }),
  ],
  [
    'name-latin1',
    'Names are stored in Latin-1.',
    'round trip: name',
    keepsName((name) => Buffer.from(name, 'latin1').toString('latin1')),
    creates({ id: 1, name: 'シダ' }),
  ],
  [
    'name-astral-lost',
    'Characters of four bytes are lost.',
    'round trip: name',
    keepsName((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    creates({ id: 1, name: '🌱 fern' }),
  ],
  [
    'name-spaces-collapsed',
    'White space inside of names is collapsed.',
    'round trip: name',
    keepsName((name) => name.replace(/\s+/g, ' ')),
    creates({ id: 1, name: 'a  b\nc' }),
  ],
  [
    'name-numeric-lost-zero',
    'Names that look like numbers are stored as numbers look.',
    'round trip: name',
    keepsName((name) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
    creates({ id: 1, name: '007' }),
  ],
  [
    'name-zero-lost',
    'A name of 0 counts as an empty one.',
    'round trip: name',
    keepsName((name) => (name === '0' ? '' : name)),
    creates({ id: 1, name: '0' }),
  ],
  [
    'name-space-of-latin1-lost',
    'No-break spaces become spaces.',
    'round trip: name',
    keepsName((name) => name.replaceAll('\u00a0', ' ')),
    creates({ id: 1, name: 'a\u00a0b' }),
  ],
  [
    'escaped-pairs-lost',
    'Characters of four bytes that are sent in escapes are lost.',
    'round trip: name',
    (p) => {
      const { parseJson } = p
      p.parseJson = (text) => parseJson(text.replace(/\\ud83c\\u..../gi, '?'))
    },
    async (api) => {
      const reply = await api.send(postText('{"id":1,"name":"\\ud83c\\udf31"}'))
      if (!reply.body.toString().includes('\u{1f331}')) throw new Error('the name is another')
    },
  ],
  [
    'name-ends-at-nul',
    'A name ends at its first NUL.',
    'round trip: name',
    keepsName((name) => name.split('\0')[0] as string),
    creates({ id: 1, name: 'a\0b' }),
  ],
  [
    'tag-dropped',
    'The tag is not stored.',
    'round trip: tag',
    keepsOther(({ tag: _, ...body }) => body as JsonObject),
    creates(fern),
  ],
  [
    'tag-empty-dropped',
    'An empty tag is not stored.',
    'round trip: tag',
    keepsOther(({ tag, ...body }) => (tag ? { ...body, tag } : body) as JsonObject),
    creates({ id: 1, name: 'fern', tag: '' }),
  ],
  [
    'tag-lower-cased',
    'Tags are stored in lower case.',
    'round trip: tag',
    keepsOther((body) => (body.tag ? { ...body, tag: String(body.tag).toLowerCase() } : body)),
    creates({ id: 1, name: 'fern', tag: 'Shade' }),
  ],
  [
    'tag-made-up',
    'A plant without a tag gets one.',
    'round trip: tag',
    keepsOther((body) => ({ tag: 'none', ...body })),
    creates({ id: 2, name: 'moss' }),
  ],
  [
    'name-and-tag-swapped',
    'Name and tag are mixed up.',
    'round trip',
    keepsOther((body) => ({
      ...body,
      name: (body.tag ?? body.name) as Json,
      tag: body.name as Json,
    })),
    creates(fern),
  ],
  [
    'id-rounded',
    'Ids are doubles, so that large ones are the same.',
    'format: int64, exact',
    (p) => {
      p.keyOf = (id) => String(Number(id))
    },
    inOrder(
      creates({ id: 9_007_199_254_740_992n, name: 'fern' }),
      creates({ id: 9_007_199_254_740_993n, name: 'moss' }),
    ),
  ],
  [
    'id-cut-to-32-bits',
    'Of ids, 32 bits are kept.',
    'format: int64, exact',
    (p) => {
      p.keyOf = (id) => String(BigInt.asIntN(32, BigInt(id as bigint)))
    },
    inOrder(creates({ id: 5, name: 'fern' }), creates({ id: 4_294_967_301, name: 'moss' })),
  ],
  [
    'id-cut-to-48-bits',
    'Of ids, 48 bits are kept.',
    'format: int64, exact',
    (p) => {
      p.keyOf = (id) => String(BigInt.asUintN(48, BigInt(id as bigint)))
    },
    inOrder(creates({ id: 5, name: 'fern' }), creates({ id: 2n ** 48n + 5n, name: 'moss' })),
  ],
  [
    'id-without-sign',
    'The sign of an id is lost.',
    'format: int64, exact',
    (p) => {
      p.keyOf = (id) => String(id).replace('-', '')
    },
    inOrder(creates({ id: 5, name: 'fern' }), creates({ id: -5, name: 'moss' })),
  ],
  [
    'proto-lost',
    'The name __proto__ is lost.',
    'round trip: name',
    keepsName((name) => (name in {} ? '' : name)),
    creates({ id: 1, name: '__proto__' }),
  ],
  [
    'first-character-is-upper',
    'The first letter of a name is made a capital.',
    'round trip: name',
    keepsName((name) => name.charAt(0).toUpperCase() + name.slice(1)),
    creates(fern),
  ],
]

const remembering: FaultRow<PlantPoints>[] = [
  [
    'tag-of-the-request-before',
    'A plant without a tag has the tag of the request before.',
    'requests are apart',
    (p) => {
      const body = emptyObject()
      const { keep } = p
      p.keep = (sent) => keep(Object.assign(body, sent))
    },
    inOrder(creates(fern), creates({ id: 2, name: 'moss' })),
  ],
  [
    'answer-of-the-request-before',
    'After ten plants, the answers are those of the request before.',
    'requests are apart',
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
  [
    'full-after-twenty',
    'After twenty plants the server fails.',
    'no 5xx',
    (p) => {
      const { store } = p
      p.store = (body) => {
        if (p.plants.size >= 20) throw new Error('full')
        return store(body)
      }
    },
    inOrder(...Array.from({ length: 21 }, (_, at) => creates({ id: at, name: `plant ${at}` }))),
  ],
]

export const valid = [
  ...faultsOf('positive body', refused),
  ...faultsOf('no 5xx', failing),
  ...faultsOf('round trip', changed),
  ...faultsOf('state', remembering),
]
