import type { OperationContract } from '../contract.js'
import type { Int64Places } from '../json/int64-places.js'
import { readOnlyIn } from '../json/read-only.js'
import type { Explain } from '../validation/explain.js'
import { accepts } from '../validation/patterns.js'
import type { ValidationError } from '../validation/validator.js'
import type { RequestMedia } from './media.js'

/** Where read-only members stand, by the `$id` of the schema. */
type PlacesBySchema = Map<string, Int64Places>

/** Has request bodies refused that have read-only members, and says which these are. */
export interface ReadOnlyRefusal {
  /** The same operation, with validators that refuse them. */
  refusing(operation: OperationContract): OperationContract
  /** The same explanations, with these members. */
  explaining(explain: Explain): Explain
}

export function refuseReadOnly(): ReadOnlyRefusal {
  const places: PlacesBySchema = new Map()
  return {
    refusing(operation) {
      const { requestBody } = operation
      if (requestBody === undefined) return operation
      const entries = Object.entries(requestBody.content)
      const content = entries.map(([name, media]) => [name, strict(media, places)])
      return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } }
    },
    explaining: (explain) => (schema, value) => {
      const known = places.get(schema)
      const found = known === undefined ? [] : readOnlyIn(value, known).slice(0, MOST)
      // What is refused for nothing else has no other explanation.
      const others = found.length === 0 ? explain(schema, value) : otherwise(explain, schema, value)
      return [...others, ...found.map(violation)]
    },
  }
}

/** How many members are told. */
const MOST = 100

/** The media type with a validator that refuses read-only members. */
function strict(media: RequestMedia, places: PlacesBySchema): RequestMedia {
  if (!('validate' in media) || !('int64' in media)) return media
  const { schema, validate, int64 } = media
  if (schema === undefined || validate === undefined || int64 === undefined) return media
  places.set(schema, int64)
  const isKept = (value: unknown) =>
    accepts(validate, value) && readOnlyIn(value, int64).length === 0
  return { ...media, validate: isKept as typeof validate }
}

/** An explanation that may find nothing to explain, and says so by one for the whole value. */
function otherwise(explain: Explain, schema: string, value: unknown): readonly ValidationError[] {
  return explain(schema, value).filter(({ keyword }) => keyword !== 'schema')
}

function violation(pointer: string): ValidationError {
  const message = 'is read-only'
  return { instancePath: pointer, schemaPath: '', keyword: 'readOnly', message, params: {} }
}
