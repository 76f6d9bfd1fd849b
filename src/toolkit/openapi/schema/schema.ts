/** Examples of a schema, under a symbol so that no walk over keywords visits them. */
export const EXAMPLES = Symbol('examples')

/** The one-way members of a view of a schema: they are no part of its type. */
export const ONE_WAY = Symbol('one-way members')
/**
 * Key of the schemas that a discriminator selects by its values, without an effect on the verdict: what inherits
 * from the schema.
 */
export const SUBTYPES = Symbol('subtypes')
/** Key of the type that handlers have for the format of a string, where it is no string of theirs. */
export const TYPED = Symbol('typed format')

/** A JSON Schema (draft 2020-12). A `$ref` is `#/$defs/NAME` in the model, and `NAME#` in contracts. */
export type Schema = boolean | SchemaObject

/** A schema that is not `true` or `false`: keywords with their values. */
export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly title?: string
  readonly deprecated?: boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly if?: Schema
  readonly then?: Schema
  readonly else?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly unevaluatedProperties?: Schema
  readonly propertyNames?: Schema
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly dependentSchemas?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly unevaluatedItems?: Schema
  readonly contains?: Schema
  readonly minContains?: number
  readonly maxContains?: number
  readonly discriminator?: Discriminator
  readonly [EXAMPLES]?: readonly unknown[]
  readonly [ONE_WAY]?: OneWayMembers
  readonly [SUBTYPES]?: readonly SchemaObject[]
  readonly [TYPED]?: TypedFormat
  readonly [keyword: string]: unknown
}

/** Members that do not travel in one direction: read-only in requests, write-only in responses. */
export interface OneWayMembers {
  readonly keyword: 'readOnly' | 'writeOnly'
  readonly names: readonly string[]
}

/** A format whose strings are values of another type in handlers. */
export interface TypedFormat {
  readonly format: string
  /** TypeScript of the type: one of the platform; none for a brand, and for what an own codec gives. */
  readonly type?: string
  /** The name of its codec in `codecs.ts`; none for a brand, whose values are the strings. */
  readonly codec?: string
  /** What that is: a member of the runtime's codecs, or of a module of the user. */
  readonly member?: string
  readonly module?: string
}

/** The member of a value that names the schema of the value. */
export interface Discriminator {
  readonly propertyName: string
  /** By each value of that member, the `$ref` of its schema; names that the document implies are in it. */
  readonly mapping: Readonly<Record<string, string>>
  /** The same by names of schemas that the mapping has other values for: types leave them out. */
  readonly names?: Readonly<Record<string, string>>
  /** The `$ref` of the schema for values without the member, and for all other values of it (3.2, section 4.25). */
  readonly defaultMapping?: string
}

/** The `$ref`s of all schemas that a discriminator selects, by its values. */
export function selectedSchemas({
  mapping,
  names,
}: Discriminator): Readonly<Record<string, string>> {
  return names === undefined ? mapping : { ...mapping, ...names }
}

/** True for an integer of `format: int64`; beside `type: string` the format only describes. */
export function isInt64Schema({ format, type }: SchemaObject): boolean {
  return format === 'int64' && [type].flat().includes('integer')
}

/** The lists of values that `enum` and `const` allow. */
export function valueListsOf(schema: SchemaObject): (readonly unknown[])[] {
  return [
    ...(schema.enum === undefined ? [] : [schema.enum]),
    ...('const' in schema ? [[schema.const]] : []),
  ]
}

/** A schema of a contract with a name for references, from Fastify too. */
export interface SchemaWithId {
  readonly $id: string
  readonly [keyword: string]: unknown
}

/** The `$ref` to a schema of a contract. */
export function refTo(name: string): string {
  return `${name}#`
}

/** Name of the schema in such a `$ref`. */
export function nameIn($ref: string): string {
  return $ref.slice(0, -1)
}

export function schemaConstant(name: string): string {
  return `${name}Schema`
}
