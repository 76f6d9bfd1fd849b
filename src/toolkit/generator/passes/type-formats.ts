import { mapSchema } from '../../openapi/schema/map.js'
import {
  type SchemaObject,
  SUBTYPES,
  TYPED,
  type TypedFormat,
  valueListsOf,
} from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import type { Model } from '../model/model.js'

/**
 * Marks the strings of formats that have types of their own. Those with an enum keep the type of their
 * values, and a schema without any is the same object.
 */
export function typeFormats(model: Model): Model {
  const { formats } = model
  if (formats.length === 0) return model
  const mark = marking(formats)
  const schemas = model.schemas.map((each) => {
    const { schema, typeSchema } = each
    const [marked, type] = [mark(schema), mark(typeSchema)]
    const isSame = marked === schema && type === typeSchema
    return isSame ? each : { ...each, schema: marked, typeSchema: type }
  })
  return { ...model, schemas }
}

type Mark = <S extends SchemaObject | boolean>(schema: S) => S

/** Memoized, so that schemas of another run have the same marked ones. */
const marking = memoize((formats: readonly TypedFormat[]): Mark => {
  const byName = new Map(formats.map((each) => [each.format, each]))
  const markObject = memoize((schema: SchemaObject): SchemaObject => {
    const inside = mapSchema(schema, mark)
    const subtypes = schema[SUBTYPES]?.map(mark)
    const isText = [schema.type].flat().includes('string') && valueListsOf(schema).length === 0
    const typed = isText ? byName.get(schema.format ?? '') : undefined
    const isSame = subtypes?.every((each, at) => each === schema[SUBTYPES]?.[at]) ?? true
    if (typed === undefined && isSame) return inside
    return {
      ...inside,
      ...(typed && { [TYPED]: typed }),
      ...(subtypes && { [SUBTYPES]: subtypes }),
    }
  })
  const mark = ((schema) => (typeof schema === 'object' ? markObject(schema) : schema)) as Mark
  return mark
})
