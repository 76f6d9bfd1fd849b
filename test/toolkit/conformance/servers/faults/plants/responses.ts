import type { Json, JsonObject } from '../../json/value.js'
import type { Answer } from '../../kernel/points.js'
import type { PlantPoints } from '../../plants.js'
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
  200-without-body | The plant is missing in the answer. | content: response
  null | The answer is null. | type: response
  wrapped | The plant is inside of another object. | required: response
  tag-is-null | A tag that is missing is null in the answer. | type: response
  internal-id-shown | The answer has the id of the database. | undocumented member
`

const rows = faultRows<PlantPoints>(ROWS, {
  'status-201': answers((answer) => ({ ...answer, status: 201 })),
  '200-without-body': answers(() => ({ status: 200 })),
  null: shows(() => null),
  wrapped: shows((plant) => ({ data: plant })),
  'tag-is-null': shows((plant) => ({ tag: null, ...plant })),
  'internal-id-shown': shows((plant) => ({ ...plant, _id: '64ad0c', __v: 0 })),
})

const ERRORS = `
  error-code-too-large | The code of an error is no int32. | format: int32
  error-of-missing-name | Only the error of a missing name has another shape. | error body
`

const errors = faultRows<PlantPoints>(ERRORS, {
  'error-code-too-large': error400((body) => ({ ...body, error: 400_123_456_789 })),
  'error-of-missing-name': wraps(
    'errorBody',
    (errorBody) => (failure) =>
      failure.message.includes('required')
        ? { errors: { name: 'is required' } }
        : errorBody(failure),
  ),
})

export const responses = [...faultsOf('response', rows), ...faultsOf('error body', errors)]
