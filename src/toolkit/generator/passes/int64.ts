import { subschemas } from '../../openapi/schema/map.js'
import { linksOf } from '../../openapi/schema/references.js'
import { isInt64Schema, type SchemaObject } from '../../openapi/schema/schema.js'
import { propagate } from '../analysis/graph.js'
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

function numbers(coercion: Coercion): Coercion {
  const { scalars, array, prefix, object, rest, ...others } = coercion
  const members = Object.entries(object ?? {})
  return {
    ...others,
    scalars: [...new Set(scalars.map((scalar) => (scalar === 'int64' ? 'integer' : scalar)))],
    ...(array && { array: numbers(array) }),
    ...(prefix && { prefix: prefix.map(numbers) }),
    ...(object && {
      object: Object.fromEntries(members.map(([name, each]) => [name, numbers(each)])),
    }),
    ...(rest && { rest: numbers(rest) }),
  }
}
