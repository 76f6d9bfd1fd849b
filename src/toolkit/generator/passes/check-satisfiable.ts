import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import { subschemasWithPointers } from '../../openapi/schema/map.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { flagsOf } from '../../regex/syntax.js'
import { hasAny, type SchemaContext, schemaContext, schemaNamed } from '../analysis/composition.js'
import { jsonTypesOf, listedValues } from '../analysis/json-values.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model } from '../model/model.js'

/** Keywords without which no schema contradicts itself. */
const CONTRADICTING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'additionalProperties'])

/** Reports schemas that no value satisfies: every request or response with one would be refused. */
export function checkSatisfiable(model: Model, report: Diagnostics): Model {
  const context = schemaContext(model.schemas)
  for (const { schema, origin } of model.schemas) {
    const visit = (each: Schema, pointer: string): void => {
      // An author writes `false` and `not: {}` on purpose.
      if (typeof each === 'boolean' || each.not === true) return
      const reason = hasAny(each, CONTRADICTING) ? contradiction(each, context) : undefined
      if (reason !== undefined) {
        const place = { source: origin.source, pointer: `${origin.pointer}${pointer}` }
        report.warn(place, `no value satisfies the schema: ${reason}`, 'correct one of its parts')
        return
      }
      for (const [keyword, child, at] of subschemasWithPointers(each)) {
        // Branches and conditions may exclude each other, and a schema in `not` is refused.
        if (!OPTIONAL.has(keyword)) visit(child, `${pointer}${at}`)
      }
    }
    visit(schema, '')
  }
  return model
}

const OPTIONAL = new Set(['not', 'if', 'then', 'else', 'contains'])

function contradiction(schema: SchemaObject, context: SchemaContext): string | undefined {
  if (isEmptyNot(schema)) return undefined
  const types = jsonTypesOf(schema, context)
  if (types.size === 0) return 'its parts have no type in common'
  if (listedValues(schema, context)?.length === 0) return 'its parts have no value in common'
  const name = types.size === 1 && types.has('object') ? forbidden(schema, context) : undefined
  return (
    name && `it requires ${JSON.stringify(name)}, which \`additionalProperties: false\` forbids`
  )
}

function isEmptyNot({ not }: SchemaObject): boolean {
  return typeof not === 'object' && Object.keys(not).length === 0
}

/** Name of a required member that one of the parts forbids. */
function forbidden(schema: SchemaObject, context: SchemaContext): string | undefined {
  const parts = conjunctsOf(schema, ($ref) => schemaNamed(schemaNameIn($ref), context))
  const required = new Set(parts.flatMap((part) => part.required ?? []))
  const closed = parts.filter(({ additionalProperties }) => additionalProperties === false)
  return [...required].find((name) => closed.some((part) => !names(part, name)))
}

function names({ properties = {}, patternProperties = {} }: SchemaObject, name: string): boolean {
  return (
    Object.hasOwn(properties, name) ||
    Object.keys(patternProperties).some((pattern) =>
      new RegExp(pattern, flagsOf(pattern)).test(name),
    )
  )
}
