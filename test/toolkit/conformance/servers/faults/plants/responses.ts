import type { Json, JsonObject } from '../../json/value.js'
import type { Answer } from '../../kernel/points.js'
import { credentials, type PlantPoints } from '../../plants.js'
import { after, faultRows, faultsOf, onError, wraps } from '../fault.js'

const answers = (change: (answer: Answer) => Answer) => after('createPlant', change)

const shows = (change: (plant: JsonObject, body: JsonObject) => Json) =>
  wraps<PlantPoints, 'present'>(
    'present',
    (present) => (plant, body) => change(present(plant, body), { ...plant, ...body }) as JsonObject,
  )

const error400 = (change: (body: JsonObject) => Json) =>
  onError(400, (answer) => ({ ...answer, body: change(answer.body as JsonObject) }))

const ROWS = `
  status-201 | A new plant is answered 201. | responses: status
  status-204 | A new plant is answered 204, without it. | responses: status
  status-303 | A new plant is answered with a redirection. | responses: status
  200-without-body | The plant is missing in the answer. | content: response
  null | The answer is null. | type: response
  wrapped | The plant is inside of another object. | required: response
  tag-is-null | A tag that is missing is null in the answer. | type: response
  tag-is-empty | A tag that is missing is an empty one in the answer. | round trip: tag
  internal-id-shown | The answer has the id of the database. | undocumented member
  examples-shown | The answer is always the first example. | round trip
  token-in-header | The answer has the token in a header. | no leak: token
`

const rows = faultRows<PlantPoints>(ROWS, {
  'status-201': answers((answer) => ({ ...answer, status: 201 })),
  'status-204': answers(() => ({ status: 204 })),
  'status-303': answers(() => ({ status: 303, headers: { Location: '/plants' } })),
  '200-without-body': answers(() => ({ status: 200 })),
  null: shows(() => null),
  wrapped: shows((plant) => ({ data: plant })),
  'tag-is-null': shows((plant) => ({ tag: null, ...plant })),
  'tag-is-empty': shows((plant) => ({ tag: '', ...plant })),
  'internal-id-shown': shows((plant) => ({ ...plant, _id: '64ad0c', __v: 0 })),
  'examples-shown': shows(() => ({ name: 'fern', tag: 'shade' })),
  'token-in-header': answers((answer) => ({
    ...answer,
    headers: { 'X-Debug': credentials.bearerAuth },
  })),
})

const ERRORS = `
  error-code-too-large | The code of an error is no int32. | format: int32
  error-with-stack | An error has a stack. | no leak: stack
  error-of-missing-name | Only the error of a missing name has another shape. | error body
  error-of-type | Only the error of a wrong type has no message. | error body
  conflict-as-text | A conflict is answered in plain text. | error body
`

const errors = faultRows<PlantPoints>(ERRORS, {
  'error-code-too-large': error400((body) => ({ ...body, error: 400_123_456_789 })),
  'error-with-stack': error400((body) => ({
    ...body,
    stack: 'Error: x\n    at create (/srv/app/dist/create.js:10:3)',
  })),
  'error-of-missing-name': wraps(
    'errorBody',
    (errorBody) => (failure) =>
      failure.message.includes('required')
        ? { errors: { name: 'is required' } }
        : errorBody(failure),
  ),
  'error-of-type': wraps(
    'errorBody',
    (errorBody) => (failure) =>
      failure.message.includes('type') ? { error: 40002 } : errorBody(failure),
  ),
  'conflict-as-text': onError(409, () => ({
    status: 409,
    type: 'text/plain',
    body: Buffer.from('Conflict'),
  })),
})

export const responses = [...faultsOf('response', rows), ...faultsOf('error body', errors)]
