import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { referencesOf, schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { type SchemaContext, schemaNamed } from './composition.js'
import { cyclesOf } from './graph.js'
import { jsonTypesOf } from './json-values.js'

/** Names of the schemas of objects that have to hold one like themselves: no value ends. */
export function endlessObjects(context: SchemaContext): ReadonlySet<string> {
  const links = [...context.schemas].map(([name, schema]) => [name, referencesOf(schema)] as const)
  const circular = cyclesOf(new Map(links))
  const needs = (name: string) =>
    [...namesNeeded(schemaNamed(name, context), context)].filter((each) => circular.has(each))
  const graph = [...circular.keys()].map((name) => [name, needs(name)] as const)
  return new Set(cyclesOf(new Map(graph)).keys())
}

/** Names of the schemas that a value satisfies, and those that its required members do. */
function namesNeeded(schema: Schema, context: SchemaContext): ReadonlySet<string> {
  const found = new Set<string>()
  const above = new Set<Schema>()
  const visit = (each: Schema): void => {
    if (above.has(each) || !isObjectOnly(each, context)) return
    above.add(each)
    const parts = conjunctsOf(each, ($ref) => schemaNamed(schemaNameIn($ref), context))
    const required = new Set(parts.flatMap((part) => part.required ?? []))
    for (const { $ref, properties = {} } of parts) {
      if ($ref !== undefined) found.add(schemaNameIn($ref))
      for (const [name, member] of Object.entries(properties)) if (required.has(name)) visit(member)
    }
  }
  visit(schema)
  return found
}

function isObjectOnly(schema: Schema, context: SchemaContext): boolean {
  const types = jsonTypesOf(schema, context)
  return types.size === 1 && types.has('object')
}
