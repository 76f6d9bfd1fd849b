import { parseJson } from '../../json/parse.js'
import type { Json, JsonObject } from '../../json/value.js'
import type { PlantPoints } from '../../plants.js'
import { faultsOf, gives } from '../fault.js'
import { coerces } from '../shared/json.js'

const ROWS = `
  name-not-required | A plant without a name is stored. | required: name | Plant: {required: null}
  id-not-required | A plant without an id is stored. | required: id | NewPlant/allOf/1: {required: null}
  name-null | null is taken for a name. | type: name | Plant/properties/name: {type: [string, 'null']}
  name-object | An object is taken for a name. | type: name | Plant/properties/name: {type: [string, object]}
  tag-null | A tag of null is stored, as if optional were nullable. | type: tag | Plant/properties/tag: {type: [string, 'null']}
  required-of-prototype | What __proto__ has counts as the members of the plant. | required: own members
  id-coerced | A string of digits is taken for an id. | type: id
  id-maximum-off-by-one | The id 2^63 is stored. | format: int64
  id-minimum-off-by-one | The id -2^63-1 is stored. | format: int64
  array-unwrapped | An array of one plant is taken for that plant. | type: body
  body-of-string | A string that holds JSON is taken for that JSON. | type: body
  member-names-any-case | Names of members are lower-cased. | required: exact names
`

export const validation = faultsOf<PlantPoints>('negative body', ROWS, {
  'required-of-prototype': (p) => {
    // Assigning to __proto__ sets the prototype.
    p.parseJson = (text) => Object.assign({}, JSON.parse(text))
    p.keywords.required = (value: Json, names: string[]) =>
      names.every((name) => name in (value as JsonObject))
  },
  'id-coerced': coerces((body) => {
    if (typeof body.id === 'string' && /^\d+$/.test(body.id)) body.id = BigInt(body.id)
  }),
  'id-maximum-off-by-one': (p) => {
    p.formats.int64 = (_, value) =>
      (value as bigint) <= 2n ** 63n && (value as bigint) >= -(2n ** 63n)
  },
  'id-minimum-off-by-one': (p) => {
    p.formats.int64 = (_, value) =>
      (value as bigint) < 2n ** 63n && (value as bigint) > -(2n ** 63n) - 2n
  },
  'array-unwrapped': gives('parseJson', (value) => [value].flat()[0] ?? null),
  'body-of-string': gives('parseJson', (value) =>
    typeof value === 'string' ? parseJson(value) : value,
  ),
  'member-names-any-case': coerces((body) => {
    for (const [name, value] of Object.entries(body)) body[name.toLowerCase()] = value
  }),
})
