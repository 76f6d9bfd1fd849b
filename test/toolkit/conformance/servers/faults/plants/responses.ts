import type { Json, JsonObject } from '../../json/value.js'
import type { PlantPoints } from '../../plants.js'
import { faultsOf, wraps } from '../fault.js'

const shows = (change: (plant: JsonObject, body: JsonObject) => Json) =>
  wraps<PlantPoints, 'present'>(
    'present',
    (present) => (plant, body) => change(present(plant, body), { ...plant, ...body }) as JsonObject,
  )

const ROWS = `
  status-201 | A new plant is answered 201. | responses: status | answer of createPlant: {status: 201}
  200-without-body | The plant is missing in the answer. | content: response | answer of createPlant: {body: null}
  null | The answer is null. | type: response
  wrapped | The plant is inside of another object. | required: response
  tag-is-null | A tag that is missing is null in the answer. | type: response
  internal-id-shown | The answer has the id of the database. | undocumented member | answer of createPlant: {more: {_id: 64ad0c, __v: 0}}
`

const rows = faultsOf<PlantPoints>('response', ROWS, {
  null: shows(() => null),
  wrapped: shows((plant) => ({ data: plant })),
  'tag-is-null': shows((plant) => ({ tag: null, ...plant })),
})

const ERRORS = `
  error-code-too-large | The code of an error is no int32. | format: int32 | error 400: {more: {error: 400123456789}}
  error-of-missing-name | Only the error of a missing name has another shape. | error body
`

const errors = faultsOf<PlantPoints>('error body', ERRORS, {
  'error-of-missing-name': wraps(
    'errorBody',
    (errorBody) => (failure) =>
      failure.message.includes('required')
        ? { errors: { name: 'is required' } }
        : errorBody(failure),
  ),
})

export const responses = [...rows, ...errors]
