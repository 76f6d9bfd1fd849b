import { type Below, subschemas, subschemasWithPointers } from '../../openapi/schema/subschemas.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { spread } from '../graph/propagate.js'
import type {
  Coercion,
  Model,
  NamedSchema,
  Operation,
  Parameter,
  Schema,
  SchemaObject,
} from '../model/model.js'
import { remembered } from '../shared/memoize.js'

/** A named schema of which it is not known yet whether it holds an int64. */
export type Unmarked = Omit<NamedSchema, 'int64'>

/**
 * Marks the schemas that hold an int64, themselves or through what they refer to. Where int64s are
 * numbers none is marked: nothing is converted, and validators refuse what is no safe integer.
 */
export function markInt64(schemas: readonly Unmarked[], int64: Model['int64']): NamedSchema[] {
  if (int64 === 'number') return schemas.map((schema) => ({ ...schema, int64: false }))
  const marked = spread(schemas, (schema) => typeof schema === 'object' && holdsOwn(schema))
  return schemas.map((schema) => ({ ...schema, int64: marked.has(schema.name) }))
}

const holdsOwn = remembered((schema: SchemaObject) => holdsInt64(schema, new Set()))

/** Operations whose parameters and fields become numbers where they would become a `bigint`. */
export function withNumbers(operations: readonly Operation[]): Operation[] {
  return operations.map((operation) => {
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
  })
}

/** What texts are read as. */
type Written = Partial<Pick<Parameter, 'coerce' | 'fields' | 'rest'>>

function inNumbers<Each extends Written>(each: Each): Each {
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

/** Whether an int64 is anywhere inside a schema. */
function holdsInt64(schema: Schema, marked: ReadonlySet<string>): boolean {
  if (typeof schema === 'boolean') return false
  if (isInt64(schema)) return true
  if (schema.$ref && marked.has(schema.$ref.slice('#/$defs/'.length))) return true
  return subschemas(schema).some((child) => holdsInt64(child, marked))
}

/** Whether an int64 stands here; on a string the format only describes. */
export function isInt64(schema: SchemaObject): boolean {
  if (schema.format !== 'int64') return false
  return [schema.type].flat().includes('integer')
}

/** Keywords below which the runtime does not convert int64s yet. */
const WITHOUT_PLACES = [
  'contains',
  'dependentSchemas',
  'else',
  'if',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/** Reports the int64s that would be rounded: those below keywords without places. */
export function checkInt64(schemas: readonly NamedSchema[], report: Diagnostics): void {
  const marked = new Set(schemas.filter(({ int64 }) => int64).map(({ name }) => name))
  for (const { schema, origin, int64 } of schemas) {
    if (!int64 || typeof schema === 'boolean') continue
    for (const [keyword, child, pointer] of withoutPlaces(schema)) {
      if (!holdsInt64(child, marked)) continue
      const place = { source: origin.source, pointer: `${origin.pointer}${pointer}` }
      const what = `int64 below \`${keyword}\``
      report.unsupported(place, undefined, what, 'leave `format: int64` out')
    }
  }
}

/** What stands below such a keyword, however deep. */
const withoutPlaces = remembered(findWithoutPlaces)

function findWithoutPlaces(schema: SchemaObject): Below[] {
  return subschemasWithPointers(schema).flatMap((below) => {
    const [keyword, child, pointer] = below
    if (WITHOUT_PLACES.includes(keyword)) return [below]
    const inside = typeof child === 'boolean' ? [] : findWithoutPlaces(child)
    return inside.map(([name, each, rest]): Below => [name, each, `${pointer}${rest}`])
  })
}
