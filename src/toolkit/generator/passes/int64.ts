import { type Subschema, subschemas, subschemasWithPointers } from '../../openapi/schema/map.js'
import { linksOf, schemaNameIn } from '../../openapi/schema/references.js'
import { isInt64Schema, type Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { propagate } from '../analysis/graph.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Coercion, Model, Operation, Parameter } from '../model/model.js'

/**
 * Marks the schemas with an int64 inside or behind their references. If int64s are numbers none is
 * marked: nothing is converted, and validators refuse unsafe integers.
 */
export function markInt64(model: Model): Model {
  if (model.int64 === 'number') {
    return { ...model, operations: model.operations.map(withNumbers) }
  }
  const marked = propagate(
    model.schemas,
    (schema) => typeof schema === 'object' && containsInt64(schema),
    linksOf,
  )
  const schemas = model.schemas.map((schema) =>
    marked.has(schema.name) ? { ...schema, int64: true } : schema,
  )
  return { ...model, schemas }
}

function containsInt64(schema: SchemaObject): boolean {
  return (
    isInt64Schema(schema) ||
    subschemas(schema).some((each) => typeof each === 'object' && containsInt64(each))
  )
}

/** The operation with numbers for the parameters and form fields that would become a `bigint`. */
function withNumbers(operation: Operation): Operation {
  const { parameterGroups, requestBody } = operation
  return {
    ...operation,
    parameterGroups: parameterGroups.map((group) => ({
      ...group,
      parameters: group.parameters.map(inNumbers),
    })),
    ...(requestBody && {
      requestBody: { ...requestBody, content: requestBody.content.map(inNumbers) },
    }),
  }
}

/** The members of parameters and media types that say how text is read. */
type Coerced = Partial<Pick<Parameter, 'coerce' | 'fields' | 'rest'>>

function inNumbers<Each extends Coerced>(each: Each): Each {
  const { coerce, fields, rest } = each
  return {
    ...each,
    ...(coerce && { coerce: numbers(coerce) }),
    ...(fields && { fields: fields.map(inNumbers) }),
    ...(rest && { rest: numbers(rest) }),
  }
}

function numbers({ scalars, array, prefix, object, rest }: Coercion): Coercion {
  const members = Object.entries(object ?? {})
  return {
    scalars: [...new Set(scalars.map((scalar) => (scalar === 'int64' ? 'integer' : scalar)))],
    ...(array && { array: numbers(array) }),
    ...(prefix && { prefix: prefix.map(numbers) }),
    ...(object && {
      object: Object.fromEntries(members.map(([name, each]) => [name, numbers(each)])),
    }),
    ...(rest && { rest: numbers(rest) }),
  }
}

/** Keywords below which the runtime does not convert int64s yet. */
const UNCONVERTED =
  'contains dependentSchemas else if then unevaluatedItems unevaluatedProperties'.split(' ')

/** Reports the int64s that would be rounded. */
export function checkInt64(model: Model, report: Diagnostics): Model {
  const marked = new Set(model.schemas.flatMap(({ name, int64 }) => (int64 ? name : [])))
  for (const { schema, origin, int64 } of model.schemas) {
    if (!int64 || typeof schema === 'boolean') continue
    for (const [keyword, child, pointer] of unconverted(schema)) {
      if (!holdsInt64(child, marked)) continue
      const place = { source: origin.source, pointer: `${origin.pointer}${pointer}` }
      const what = `int64 below \`${keyword}\``
      report.unsupported(place, undefined, what, 'leave `format: int64` out')
    }
  }
  return model
}

function unconverted(schema: SchemaObject): Subschema[] {
  return subschemasWithPointers(schema).flatMap((below) => {
    const [keyword, child, pointer] = below
    if (UNCONVERTED.includes(keyword)) return [below]
    const inside = typeof child === 'boolean' ? [] : unconverted(child)
    return inside.map(([name, each, rest]): Subschema => [name, each, `${pointer}${rest}`])
  })
}

function holdsInt64(schema: Schema, marked: ReadonlySet<string>): boolean {
  if (typeof schema === 'boolean') return false
  if (isInt64Schema(schema)) return true
  if (schema.$ref && marked.has(schemaNameIn(schema.$ref))) return true
  return subschemas(schema).some((child) => holdsInt64(child, marked))
}
