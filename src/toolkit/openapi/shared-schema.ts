/** A JSON Schema (draft 2020-12) of a contract; a `$ref` in it is `NAME#`. */
export type Rules = boolean | RulesObject
export type RulesObject = Readonly<Record<string, unknown>>

/** A schema under a name that others, and Fastify, can refer to. */
export interface SchemaWithId {
  readonly $id: string
  readonly [keyword: string]: unknown
}

/** The `$ref` to a schema of a contract. */
export function refTo(name: string): string {
  return `${name}#`
}

/** The name of the schema that such a `$ref` refers to. */
export function nameIn($ref: string): string {
  return $ref.slice(0, -1)
}

/** The name of the constant that is a schema in generated code. */
export function schemaConstant(name: string): string {
  return `${name}Schema`
}
