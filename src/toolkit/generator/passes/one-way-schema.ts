import { conjunctsOf, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { mapSchema } from '../../openapi/schema/map.js'
import { refToSchema, schemaNameIn } from '../../openapi/schema/references.js'
import {
  type Discriminator,
  ONE_WAY,
  type OneWayMembers,
  type Schema,
  type SchemaObject,
} from '../../openapi/schema/schema.js'
import { defined } from '../../shared/defined.js'

/** The keyword of one-way members: a response has no write-only ones, a request no read-only ones. */
export type OneWayKeyword = OneWayMembers['keyword']

const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * Schemas without their one-way members, their references renamed. The members stay in `properties`: the
 * runtime leaves out or refuses what a client sends there, and the service sends nothing there.
 */
export function oneWaySchemas(
  keyword: OneWayKeyword,
  lookup: SchemaLookup,
  rename: (name: string) => string,
): (schema: Schema) => Schema {
  /** `around`: names of the one-way members of schemas that hold beside this one. */
  const without = (schema: Schema, around = NO_NAMES): Schema => {
    if (typeof schema === 'boolean') return schema
    const { properties, required, allOf } = schema
    const isAbout = (properties ?? required ?? allOf) !== undefined
    const own = isAbout ? oneWayMembers(schema, keyword, lookup) : []
    const gone = isAbout ? new Set([...around, ...own]) : NO_NAMES
    const names = Object.keys(properties ?? {}).filter((name) => gone.has(name))
    const mapped = mapSchema(schema, (child, at, name) => {
      if (at === 'properties' && gone.has(name as string)) return keyword === 'readOnly'
      return without(child, at === 'allOf' ? gone : NO_NAMES)
    })
    return {
      ...mapped,
      ...renamedReferences(schema, (ref) => refToSchema(rename(schemaNameIn(ref)))),
      ...(required && { required: required.filter((name) => !gone.has(name)) }),
      ...(names.length > 0 && { [ONE_WAY]: { keyword, names } }),
    }
  }
  return (schema) => without(schema)
}

function renamedReferences(
  { $ref, discriminator }: SchemaObject,
  renamed: ($ref: string) => string,
): Pick<SchemaObject, '$ref' | 'discriminator'> {
  const all = (refs: Discriminator['mapping']) =>
    Object.fromEntries(Object.entries(refs).map(([key, ref]) => [key, renamed(ref)]))
  const mapped = ({ mapping, names, defaultMapping, ...rest }: Discriminator) => ({
    ...rest,
    mapping: all(mapping),
    ...defined({
      names: names && all(names),
      defaultMapping: defaultMapping && renamed(defaultMapping),
    }),
  })
  return defined({
    $ref: $ref === undefined ? undefined : renamed($ref),
    discriminator: discriminator && mapped(discriminator),
  })
}

/**
 * Names of the members that a schema, or a schema that holds with it, makes one-way: one of them is enough (JSON
 * Schema Validation 2020-12, section 9.4).
 */
export function oneWayMembers(
  schema: Schema,
  keyword: OneWayKeyword,
  lookup: SchemaLookup,
): string[] {
  return conjunctsOf(schema, lookup).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, member]) =>
      isOneWay(member, keyword, lookup) ? name : [],
    ),
  )
}

export function isOneWay(
  schema: Schema | undefined,
  keyword: OneWayKeyword,
  lookup: SchemaLookup,
): boolean {
  return conjunctsOf(schema, lookup).some((each) => each[keyword] === true)
}
