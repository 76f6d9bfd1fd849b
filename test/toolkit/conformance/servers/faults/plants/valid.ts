import type { JsonObject } from '../../json/value.js'
import type { PlantPoints } from '../../plants.js'
import { failsAt, faultsOf, instead, takes } from '../fault.js'
import { reads } from '../shared/json.js'

/** Fails on some bodies that are valid. */
const failsOn = (isWrong: (body: JsonObject) => boolean, status?: number) =>
  failsAt<PlantPoints, 'store'>('store', isWrong, status)

/** Keeps something else than was sent. */
const keepsOther = (change: (body: JsonObject) => JsonObject) =>
  takes<PlantPoints, 'keep'>('keep', (body) => [change({ ...body })])

const keepsName = (change: (name: string) => string) =>
  keepsOther((body) => ({ ...body, name: change(body.name as string) }))

const REFUSED = `
  id-int32 | Ids above 2^31-1 are refused. | format: int64 | NewPlant/allOf/1/properties/id: {format: int32}
  id-negative-refused | Negative ids are refused. | format: int64 | NewPlant/allOf/1/properties/id: {minimum: 0}
  name-empty-refused | An empty name counts as an absent one. | required: name | Plant/properties/name: {minLength: 1}
  tag-required | A plant without a tag is refused. | required: tag is not | Plant: {required: [name, tag]}
  tag-empty-refused | An empty tag is refused. | no minLength | Plant/properties/tag: {minLength: 1}
  tag-of-a-list | Only tags of a list are accepted. | no enum | Plant/properties/tag: {enum: [shade, sun]}
  id-maximum-refused | The largest id is refused. | format: int64
  id-minimum-refused | The smallest id is refused. | format: int64
  id-zero-refused | The id 0 counts as an absent one. | required: id
  name-long-refused | Names of more than 255 characters are refused. | no maxLength | Plant/properties/name: {maxLength: 255}
  name-words-only | Names with punctuation are refused. | no pattern | Plant/properties/name: {pattern: '^[\\p{L}\\p{N} ]*$'}
  examples-only | Only the plants of the examples are stored. | valid bodies are accepted
  escapes-refused | Escapes in strings are refused. | RFC 8259, section 7
  space-refused | White space around the document is refused. | RFC 8259, section 2
`

const refused = faultsOf<PlantPoints>('positive body', REFUSED, {
  'id-maximum-refused': (p) => {
    p.formats.int64 = (_, value) => (value as bigint) < 2n ** 63n - 1n
  },
  'id-minimum-refused': (p) => {
    p.formats.int64 = (_, value) =>
      (value as bigint) > -(2n ** 63n) && (value as bigint) < 2n ** 63n
  },
  'id-zero-refused': failsOn(({ id }) => id === 0, 400),
  'examples-only': failsOn(({ name }) => name !== 'fern' && name !== 'moss', 400),
  'escapes-refused': reads((text) => (text.includes('\\u') ? '' : text)),
  'space-refused': reads((text) => (text !== text.trim() ? '' : text)),
})

const FAILING = `
  name-nul-500 | A NUL in a name makes the server fail. | no 5xx
  id-negative-500 | A negative id makes the server fail. | no 5xx
  tag-absent-500 | A plant without a tag makes the server fail. | no 5xx
  other-members-500 | A member that the schema does not name makes the server fail. | no 5xx
`

const failing = faultsOf<PlantPoints>('no 5xx', FAILING, {
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

const changed = faultsOf<PlantPoints>('round trip', CHANGED, {
  'name-without-quotes': keepsName((name) => name.replace(/^"(.*)"$/s, '$1')),
  'name-spaces-collapsed': keepsName((name) => name.replace(/\s+/g, ' ')),
  'name-numeric-lost-zero': keepsName((name) => (/^\d+$/.test(name) ? String(Number(name)) : name)),
  'escaped-pairs-lost': reads((text) => text.replace(/\\ud83c\\u..../gi, '?')),
  'name-ends-at-nul': keepsName((name) => name.split('\0')[0] as string),
  'tag-dropped': keepsOther(({ tag: _, ...body }) => body as JsonObject),
  'tag-made-up': keepsOther((body) => ({ tag: 'none', ...body })),
  'id-rounded': instead('keyOf', (id) => String(Number(id))),
  'id-cut-to-32-bits': instead('keyOf', (id) => String(BigInt.asIntN(32, BigInt(id as bigint)))),
  'id-without-sign': instead('keyOf', (id) => String(id).replace('-', '')),
  'proto-lost': keepsName((name) => (name in {} ? '' : name)),
})

const REMEMBERING = `
  answer-of-the-request-before | After ten plants, the answers are those of the request before. | requests are apart
  full-after-twenty | After twenty plants the server fails. | no 5xx
`

const remembering = faultsOf<PlantPoints>('state', REMEMBERING, {
  'answer-of-the-request-before': (p) => {
    const { present } = p
    const answers: JsonObject[] = []
    p.present = (plant, body) => {
      answers.push(present(plant, body))
      return (answers.length > 10 ? answers.at(-2) : answers.at(-1)) as JsonObject
    }
  },
  'full-after-twenty': (p) => failsAt<PlantPoints, 'store'>('store', () => p.plants.size >= 20)(p),
})

export const valid = [...refused, ...failing, ...changed, ...remembering]
