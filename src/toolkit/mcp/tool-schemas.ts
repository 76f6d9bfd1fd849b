import { mapSchema } from '../openapi/schema/map.js'
import { nameIn, type Schema, type SchemaObject } from '../openapi/schema/schema.js'
import type { OperationParts, RouteSchema } from '../runtime/contract/contract.js'

type DefinedSchemas = ReadonlyMap<string, SchemaObject>

/** A schema of MCP: an object, complete by itself. */
export interface ObjectSchema extends SchemaObject {
  readonly type: 'object'
}

/** Members of a tool's arguments, as a handler's request has them, by those of a route's schema. */
const GROUPS = {
  params: 'params',
  query: 'querystring',
  headers: 'headers',
  cookies: 'cookies',
} as const

/** The schema of a tool's arguments: the parameters of each location, and the body. */
export function inputSchema(
  route: RouteSchema,
  { requestBody }: OperationParts,
  { body, schemas }: { readonly body: Schema | undefined; readonly schemas: DefinedSchemas },
): ObjectSchema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [member, name] of Object.entries(GROUPS)) {
    const schema = route[name as keyof RouteSchema] as Schema | undefined
    if (schema === undefined) continue
    properties[member] = schema
    if (isRequired(schema, schemas)) required.push(member)
  }
  if (body !== undefined) {
    properties.body = body
    if (requestBody?.required) required.push('body')
  }
  const closed = { type: 'object', properties, required, additionalProperties: false } as const
  return complete(closed, schemas)
}

/** The schema of a tool's result; `undefined` for what may be no object, which MCP does not take. */
export function outputSchema(
  schema: Schema | undefined,
  schemas: DefinedSchemas,
): ObjectSchema | undefined {
  if (schema === undefined || !isObject(schema, schemas, new Set())) return undefined
  return complete({ type: 'object', allOf: [schema] }, schemas)
}

function isRequired(schema: Schema, schemas: DefinedSchemas): boolean {
  if (typeof schema === 'boolean') return false
  const { $ref, required = [] } = schema
  const target = $ref === undefined ? undefined : schemas.get(nameIn($ref))
  return required.length > 0 || (target !== undefined && isRequired(target, schemas))
}

/** True if every valid value is an object; `above` ends circles. */
function isObject(schema: Schema, schemas: DefinedSchemas, above: ReadonlySet<Schema>): boolean {
  if (typeof schema === 'boolean' || above.has(schema)) return false
  const inside = new Set([...above, schema])
  const { type, $ref, allOf = [], anyOf, oneOf } = schema
  const all = [...allOf, ...($ref === undefined ? [] : [schemas.get(nameIn($ref)) ?? false])]
  const some = [anyOf, oneOf].filter((each) => each !== undefined)
  return (
    type === 'object' ||
    all.some((each) => isObject(each, schemas, inside)) ||
    some.some((list) => list.every((each) => isObject(each, schemas, inside)))
  )
}

/** The schema with all that it refers to in `$defs`. */
function complete(schema: ObjectSchema, schemas: DefinedSchemas): ObjectSchema {
  const names = new Set<string>()
  const local = (each: Schema): Schema => {
    if (typeof each === 'boolean') return each
    const { $id: _, ...inside } = mapSchema(each, local)
    if (inside.$ref === undefined) return inside
    const name = nameIn(inside.$ref)
    names.add(name)
    return { ...inside, $ref: `#/$defs/${name}` }
  }
  const whole = local(schema) as ObjectSchema
  const $defs: Record<string, Schema> = {}
  // A set iterates over members that are added meanwhile.
  for (const name of names) $defs[name] = local(schemas.get(name) ?? {})
  return names.size === 0 ? whole : { ...whole, $defs }
}
