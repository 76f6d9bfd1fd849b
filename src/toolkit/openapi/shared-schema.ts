/** A JSON Schema (draft 2020-12) of a contract; a `$ref` in it is `NAME#`. */
export type Rules = boolean | RulesObject
export type RulesObject = Readonly<Record<string, unknown>>

/** A schema with a name for references, from Fastify too. */
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

/** Name of a schema's constant in generated code. */
export function schemaConstant(name: string): string {
  return `${name}Schema`
}
