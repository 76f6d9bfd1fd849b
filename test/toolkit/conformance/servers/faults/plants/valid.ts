import type { JsonObject } from '../../json/value.js'
import { Failure } from '../../kernel/failure.js'
import type { PlantPoints } from '../../plants.js'
import { changedRows, changes, faultRows, faultsOf, wraps } from '../fault.js'

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
  id-int32 | Ids above 2^31-1 are refused. | format: int64 | NewPlant/allOf/1/properties/id: {format: int32}
  id-negative-refused | Negative ids are refused. | format: int64 | NewPlant/allOf/1/properties/id: {minimum: 0}
  name-empty-refused | An empty name counts as an absent one. | required: name | Plant/properties/name: {minLength: 1}
  tag-required | A plant without a tag is refused. | required: tag is not | Plant: {required: [name, tag]}
  tag-empty-refused | An empty tag is refused. | no minLength | Plant/properties/tag: {minLength: 1}
  tag-of-a-list | Only tags of a list are accepted. | no enum | Plant/properties/tag: {enum: [shade, sun]}
`

const REFUSED = `
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
  'id-maximum-refused': (p) => {
    p.formats.int64 = (_, value) => (value as bigint) < 2n ** 63n - 1n
  },
  'id-minimum-refused': (p) => {
    p.formats.int64 = (_, value) =>
      (value as bigint) > -(2n ** 63n) && (value as bigint) < 2n ** 63n
  },
  'id-zero-refused': failsOn(({ id }) => id === 0, 400),
  'name-long-refused': changes(NAME, { maxLength: 255 }),
  'name-words-only': changes(NAME, { pattern: '^[\\p{L}\\p{N} ]*$' }),
  'examples-only': failsOn(({ name }) => name !== 'fern' && name !== 'moss', 400),
  'escapes-refused': wraps('parseJson', (parseJson) => (text) => {
    if (text.includes('\\u')) throw new SyntaxError('an escape')
    return parseJson(text)
  }),
  'space-refused': wraps('parseJson', (parseJson) => (text) => {
    if (text !== text.trim()) throw new SyntaxError('white space')
    return parseJson(text)
  }),
})

const FAILING = `
  name-nul-500 | A NUL in a name makes the server fail. | no 5xx
  id-negative-500 | A negative id makes the server fail. | no 5xx
  tag-absent-500 | A plant without a tag makes the server fail. | no 5xx
  other-members-500 | A member that the schema does not name makes the server fail. | no 5xx
`

const failing = faultRows<PlantPoints>(FAILING, {
  'name-nul-500': failsOn(({ name }) => (name as string).includes('\0')),
  'id-negative-500': failsOn(({ id }) => (id as bigint) < 0n),
  'tag-absent-500': failsOn(({ tag }) => tag === undefined),
  'other-members-500': failsOn((body) =>
    Object.keys(body).some((name) => !['id', 'name', 'tag'].includes(name)),
  ),
})

const CHANGED = `
  name-without-quotes | Names lose the quotes around them. | round trip: name
  name-spaces-collapsed | White space inside of names is collapsed. | round trip: name
  name-numeric-lost-zero | Names that look like numbers are stored as numbers look. | round trip: name
  escaped-pairs-lost | Characters of four bytes that are sent in escapes are lost. | round trip: name
  name-ends-at-nul | A name ends at its first NUL. | round trip: name
  tag-dropped | The tag is not stored. | round trip: tag
  tag-made-up | A plant without a tag gets one. | round trip: tag
  id-rounded | Ids are doubles, so that large ones are the same. | format: int64, exact
  id-cut-to-32-bits | Of ids, 32 bits are kept. | format: int64, exact
  id-without-sign | The sign of an id is lost. | format: int64, exact
  proto-lost | The name __proto__ is lost. | round trip: name
`

const changed = faultRows<PlantPoints>(CHANGED, {
  'name-without-quotes': keepsName((name) => name.replace(/^"(.*)"$/s, '$1')),
  'name-spaces-collapsed': keepsName((name) => name.replace(/\s+/g, ' ')),
  'name-numeric-lost-zero': keepsName((name) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
  'escaped-pairs-lost': wraps(
    'parseJson',
    (parseJson) => (text) => parseJson(text.replace(/\\ud83c\\u..../gi, '?')),
  ),
  'name-ends-at-nul': keepsName((name) => name.split('\0')[0] as string),
  'tag-dropped': keepsOther(({ tag: _, ...body }) => body as JsonObject),
  'tag-made-up': keepsOther((body) => ({ tag: 'none', ...body })),
  'id-rounded': wraps('keyOf', () => (id) => String(Number(id))),
  'id-cut-to-32-bits': wraps(
    'keyOf',
    () => (id) => String(BigInt.asIntN(32, BigInt(id as bigint))),
  ),
  'id-without-sign': wraps('keyOf', () => (id) => String(id).replace('-', '')),
  'proto-lost': keepsName((name) => (name in {} ? '' : name)),
})

const REMEMBERING = `
  answer-of-the-request-before | After ten plants, the answers are those of the request before. | requests are apart
  full-after-twenty | After twenty plants the server fails. | no 5xx
`

const remembering = faultRows<PlantPoints>(REMEMBERING, {
  'answer-of-the-request-before': (p) => {
    const { present } = p
    const answers: JsonObject[] = []
    p.present = (plant, body) => {
      answers.push(present(plant, body))
      return (answers.length > 10 ? answers.at(-2) : answers.at(-1)) as JsonObject
    }
  },
  'full-after-twenty': wraps('store', (store, p) => (body) => {
    if (p.plants.size >= 20) throw new Error('full')
    return store(body)
  }),
})

export const valid = [
  ...faultsOf('positive body', [...changedRows(CHANGED_REFUSED), ...refused]),
  ...faultsOf('no 5xx', failing),
  ...faultsOf('round trip', changed),
  ...faultsOf('state', remembering),
]
