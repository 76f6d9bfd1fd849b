import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { Schemas } from '../schemas/schemas.js'

/** Maximum number of schemas that one length reads: recursive ones have no end. */
const MAX_LENGTHS = 100

/** Maximum lengths of values other than strings, and of strings with a format that is checked. */
const LENGTHS: Readonly<Record<string, number>> = {
  boolean: 5,
  integer: 20,
  null: 4,
  number: 25,
  date: 10,
  'date-time': 40,
  ipv4: 15,
  ipv6: 45,
  uuid: 36,
}

/** Maximum length of a parameter's text; `undefined` for no limit, 0 if it is unknown. */
export function maxTextLength(schema: Schema, schemas: Schemas): number | undefined {
  let left = MAX_LENGTHS
  const read = (each: Schema): number | undefined => {
    const resolved = schemas.dereference(each)
    if (left-- <= 0) return 0
    if (typeof resolved === 'boolean') return undefined
    const { allOf = [], anyOf, oneOf } = resolved
    const unions = [anyOf, oneOf].flatMap((branches) =>
      branches === undefined ? [] : longest(branches.map(read)),
    )
    // The lowest limit counts.
    const limits = [own(resolved), ...allOf.map(read), ...unions]
    return limits.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a))
  }
  return read(schema)
}

function own({ type, enum: values, const: value, format, ...rest }: SchemaObject) {
  const listed = values ?? (value === undefined ? undefined : [value])
  if (listed !== undefined) return longest(listed.map((each) => String(each).length))
  if (rest.maxLength !== undefined) return rest.maxLength as number
  if (type === undefined || rest.pattern !== undefined) return rest.pattern ? 0 : undefined
  return longest([type].flat().map((each) => LENGTHS[each === 'string' ? (format ?? '') : each]))
}

function longest(lengths: readonly (number | undefined)[]): number | undefined {
  return lengths.reduce(
    (a, b) => (a === undefined || b === undefined ? undefined : Math.max(a, b)),
    0,
  )
}
