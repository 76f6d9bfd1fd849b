import type { JsonObject } from '../json/value.js'
import { Failure } from '../kernel/failure.js'
import { credentials, type PlantPoints } from '../plants.js'
import { atFailureOf, type Fault, failsAt, faultsOf, instead, takes } from './fault.js'
import { coerces, reads } from './shared/json.js'
import { type Sample, sharedFaults } from './shared.js'

const sample: Sample = {
  ...{ prefix: '', operation: 'createPlant', path: '/plants' },
  ...{ text: '{"id":1,"name":"fern","tag":"shade"}', type: 'application/json' },
}

const ACCEPTED = `
  name-not-required | A plant without a name is stored. | required: name | Plant: {required: null}
  id-coerced | A string of digits is taken for an id. | type: id
`

const accepted = faultsOf<PlantPoints>('negative body', ACCEPTED, {
  'id-coerced': coerces((body) => {
    if (typeof body.id === 'string' && /^\d+$/.test(body.id)) body.id = BigInt(body.id)
  }),
})

const REFUSED = `
  id-int32 | Ids above 2^31-1 are refused. | format: int64 | NewPlant/allOf/1/properties/id: {format: int32}
  escapes-refused | Escapes in strings are refused. | RFC 8259, section 7
`

const refused = faultsOf<PlantPoints>('positive body', REFUSED, {
  'escapes-refused': reads((text) => (text.includes('\\u') ? '' : text)),
})

const FAILING = `
  name-nul-500 | A NUL in a name makes the server fail. | no 5xx
`

const failing = faultsOf<PlantPoints>('no 5xx', FAILING, {
  'name-nul-500': failsAt('store', ({ name }) => (name as string).includes('\0')),
})

const CHANGED = `
  tag-made-up | A plant without a tag gets one. | round trip: tag
  id-rounded | Ids are doubles, so that large ones are the same. | format: int64, exact
`

const changed = faultsOf<PlantPoints>('round trip', CHANGED, {
  'tag-made-up': takes('keep', (body) => [{ tag: 'none', ...body }]),
  'id-rounded': instead('keyOf', (id) => String(Number(id))),
})

const STATE = `
  conflict-ignored | Another plant with the same id is answered with the first one. | 409 | always isRetry: true
  retry-409 | The same plant again is a conflict. | a retry is safe | always isRetry: false
  refused-but-stored | A plant that is refused holds its id all the same. | a refusal has no effect
  race | Two plants that come at once with one id are both stored. | 409
  concurrent-mixed-up | Answers to requests at the same time are mixed up. | requests are apart
`

const state = faultsOf<PlantPoints>('state', STATE, {
  'refused-but-stored': atFailureOf('validate', (p, value) => {
    const { id } = value as JsonObject
    if (id !== undefined) p.plants.set(p.keyOf(id), { id, name: 'broken' })
  }),
  // It waits between looking and writing.
  race: (p) => {
    p.store = async (body) => {
      const key = p.keyOf(body.id as never)
      const kept = p.plants.get(key)
      await p.pause()
      if (kept && !p.isRetry(kept, body)) throw new Failure(409, 'Another plant holds this id.')
      p.plants.set(key, p.keep(body))
      return p.plants.get(key) as JsonObject
    }
  },
  'concurrent-mixed-up': (p) => {
    let last: JsonObject
    p.store = async (body) => {
      last = p.keep(body)
      await p.pause()
      return last
    }
  },
})

const RESPONSES = `
  200-without-body | The plant is missing in the answer. | content: response | answer of createPlant: {body: null}
  internal-id-shown | The answer has the id of the database. | undocumented member | answer of createPlant: {more: {_id: 64ad0c, __v: 0}}
`

const ERRORS = `
  error-code-too-large | The code of an error is no int32. | format: int32 | error 400: {more: {error: 400123456789}}
`

export const plantFaults: readonly Fault<PlantPoints>[] = [
  ...accepted,
  ...refused,
  ...failing,
  ...changed,
  ...state,
  ...faultsOf<PlantPoints>('response', RESPONSES),
  ...faultsOf<PlantPoints>('error body', ERRORS),
  ...sharedFaults(sample, credentials.bearerAuth),
]
