import { conjunctsOf, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { mapSchema } from '../../openapi/schema/map.js'
import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import {
  type Discriminator,
  LEFT_OUT,
  type LeftOut,
  type Schema,
  type SchemaObject,
} from '../../openapi/schema/schema.js'

/** The flag of members that do not travel: a response has no write-only ones, a request no read-only ones. */
export type Flag = LeftOut['flag']

/**
 * A schema without its flagged members, its references renamed. The members stay in `properties`: the
 * runtime leaves out or refuses what a client sends there, and the service sends nothing there.
 */
export function oneWaySchema(
  schema: SchemaObject,
  flag: Flag,
  target: SchemaLookup,
  rename: (name: string) => string,
): Schema {
  return without(schema, NO_NAMES, { flag, target, rename })
}

interface OneWayContext {
  readonly flag: Flag
  readonly target: SchemaLookup
  readonly rename: (name: string) => string
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** `around`: names of the flagged members of schemas that hold beside this one. */
function without(schema: Schema, around: ReadonlySet<string>, context: OneWayContext): Schema {
  if (typeof schema === 'boolean') return schema
  const { flag, target } = context
  const { properties, required, allOf } = schema
  const isAbout = (properties ?? required ?? allOf) !== undefined
  const gone = isAbout ? new Set([...around, ...flaggedMembers(schema, flag, target)]) : NO_NAMES
  const names = Object.keys(properties ?? {}).filter((name) => gone.has(name))
  const mapped = mapSchema(schema, (child, keyword, name) => {
    if (keyword === 'properties' && gone.has(name as string)) return flag === 'readOnly'
    return without(child, keyword === 'allOf' ? gone : NO_NAMES, context)
  })
  return {
    ...mapped,
    ...renamedReferences(schema, context),
    ...(required && { required: required.filter((name) => !gone.has(name)) }),
    ...(names.length > 0 && { [LEFT_OUT]: { flag, names } }),
  }
}

function renamedReferences(
  { $ref, discriminator }: SchemaObject,
  { rename }: OneWayContext,
): Pick<SchemaObject, '$ref' | 'discriminator'> {
  const renamed = (ref: string) => refToSchema(rename(schemaNameIn(ref)))
  const mapping = ({ propertyName, mapping }: Discriminator) => ({
    propertyName,
    mapping: Object.fromEntries(Object.entries(mapping).map(([key, ref]) => [key, renamed(ref)])),
  })
  return {
    ...($ref !== undefined && { $ref: renamed($ref) }),
    ...(discriminator && { discriminator: mapping(discriminator) }),
  }
}

/**
 * Names of the members that a schema, or a schema that holds with it, flags: one of them is enough (JSON
 * Schema Validation 2020-12, section 9.4).
 */
function flaggedMembers(schema: SchemaObject, flag: Flag, target: SchemaLookup): string[] {
  return conjunctsOf(schema, target).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, member]) =>
      isFlagged(member, flag, target) ? name : [],
    ),
  )
}

/** True if a schema, or a schema that holds with it, has the flag. */
export function isFlagged(schema: Schema | undefined, flag: Flag, target: SchemaLookup): boolean {
  return conjunctsOf(schema, target).some((each) => each[flag] === true)
}
