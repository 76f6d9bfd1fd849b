import { append } from '../../openapi/json-pointer.js'
import { subschemasWithPointers } from '../../openapi/schema/map.js'
import { type Schema, type SchemaObject, valueListsOf } from '../../openapi/schema/schema.js'
import { type SchemaContext, schemaContext } from '../analysis/composition.js'
import { type Contradiction, contradictionOf, saysOnly } from '../analysis/contradictions.js'
import { jsonTypesOf, listedValues, ownListedValues } from '../analysis/json-values.js'
import { overlapOf } from '../analysis/overlaps.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Location } from '../diagnostics/problems.js'
import type { Model } from '../model/model.js'

/**
 * Reports schemas that no value satisfies, since every request or response with one would be refused, those that have
 * null among their types and refuse it, and a `oneOf` that refuses what two of its schemas accept: an integer is a number.
 */
export function checkSatisfiable(model: Model, report: Diagnostics): Model {
  const context = schemaContext(model.schemas)
  const parameters = parameterPlaces(model)
  for (const { name, schema, origin } of model.schemas) {
    const { source, pointer: start } = origin
    const warn = (pointer: string, message: string, advice: string) => {
      const [member = ''] = /^\/properties\/[^/]*/.exec(pointer) ?? []
      const parameter = parameters.get(`${name}${member}`)
      report.warn(parameter ?? { source, pointer: `${start}${pointer}` }, message, advice)
    }
    /** `isAsked`: whether some value has to satisfy it. */
    const visit = (each: Schema, pointer: string, isAsked: boolean): void => {
      if (typeof each === 'boolean') return
      const overlap = overlapOf(each, context)
      if (overlap) warn(`${pointer}/oneOf`, overlap, adviceFor(each))
      const reason = isAsked ? ownContradiction(each, context) : undefined
      if (reason !== undefined) {
        warn(pointer, `no value satisfies the schema: ${reason}`, 'correct one of its parts')
      } else if (isAsked && refusesOwnNull(each, context)) {
        const message = 'its own type allows null, and what stands beside it refuses null'
        warn(pointer, message, 'allow null there, too, or leave it out of the type')
      }
      for (const [keyword, child, at] of subschemasWithPointers(each)) {
        // Branches and conditions may exclude each other, and a schema in `not` is refused.
        const isSure = isAsked && reason === undefined && !OPTIONAL.has(keyword)
        visit(child, `${pointer}${at}`, isSure)
      }
    }
    visit(schema, '', true)
  }
  return model
}

/** Parameters of the file of their operation, by their place in the schema that is made of them. */
function parameterPlaces({ operations }: Model): ReadonlyMap<string, Location> {
  const places = operations.flatMap(({ origin: { source }, parameterGroups }) =>
    parameterGroups.flatMap(({ schema, parameters }) =>
      parameters
        .filter(({ pointer }) => pointer.startsWith(`${source.prefix}#`))
        .map(({ name, pointer }): [string, Location] => [
          `${schema}${append('/properties', name)}`,
          { source, pointer: pointer.slice(source.prefix.length) },
        ]),
    ),
  )
  return new Map(places)
}

const OPTIONAL = new Set(['not', 'if', 'then', 'else', 'contains'])

/** A contradiction of a schema that is not already one of a part of it, which is reported there. */
function ownContradiction(schema: SchemaObject, context: SchemaContext): Contradiction {
  if (saysOnly(schema, schema.$ref === undefined ? PLAIN : REFERENCE)) return undefined
  const reason = contradictionOf(schema, context)
  // Where each listed value is of another type, that is reported with the value.
  const isListed = valueListsOf(schema).length === 1
  if (reason === undefined || (isListed && ownListedValues(schema)?.length === 0)) return undefined
  const { $ref, allOf = [] } = schema
  const parts = $ref === undefined ? allOf : [context.lookup($ref), ...allOf]
  const isBelow = (part: Schema) => part !== false && contradictionOf(part, context) !== undefined
  return parts.some(isBelow) ? undefined : reason
}

const REFERENCE = new Set(['$ref'])

/** Keywords that do not contradict each other. */
const PLAIN = new Set(['type', 'format', 'properties', 'items', 'additionalProperties'])

/** True for a schema that names null as a type, while its other parts accept other values only. */
function refusesOwnNull(schema: SchemaObject, context: SchemaContext): boolean {
  const { type } = schema
  if (!Array.isArray(type) || !type.includes('null')) return false
  const isListed = listedValues(schema, context)?.includes(null) ?? true
  return !isListed || !jsonTypesOf(schema, context).has('null')
}

function adviceFor({ discriminator }: SchemaObject): string {
  if (discriminator === undefined) return 'write `anyOf`, or tell them apart'
  return `give \`${discriminator.propertyName}\` an \`enum\` of its own in each of them, or write \`anyOf\``
}
