import { lookupIn, type SchemaLookup } from '../../openapi/schema/conjuncts.js'
import { mapSchema } from '../../openapi/schema/map.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { memoize } from '../../shared/memoize.js'
import { violationsOf } from '../../validation/explain/explain.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model, NamedSchema, SchemaExample } from '../model/model.js'
import { isOneWay } from './one-way-schema.js'

/** Number of examples that are reported one by one. */
const MOST_REPORTED = 20

/** Examples are small; one that takes more steps is not validated. */
export const LIMITS = { violations: 1, steps: 20_000, characters: 65_536 }

/** Reports examples and defaults that their schemas refuse: harmless here, and misleading for readers. */
export function checkExamples(model: Model, report: Diagnostics): Model {
  const schemas = exampleSchemas(model.schemas)
  const refused = model.examples.flatMap((example) => refusalOf(example, schemas) ?? [])
  for (const { role, location, problem } of refused.slice(0, MOST_REPORTED)) {
    const message = `the ${role} does not match its schema: ${problem}`
    report.warn(location, message, `correct the ${role} or the schema`)
  }
  const next = refused[MOST_REPORTED]
  if (next !== undefined) {
    const message = `${refused.length - MOST_REPORTED} more examples and defaults do not match their schemas`
    report.warn(next.location, message, 'correct them, too')
  }
  return model
}

function refusalOf(example: SchemaExample, schemas: ExampleSchemas) {
  const violation = violationOf(example, schemas)
  if (violation === undefined) return undefined
  const { instancePath, message } = violation
  const { source, pointer } = example.location()
  const location = { source, pointer: `${pointer}${instancePath.replaceAll('%', '%25')}` }
  const problem = instancePath === '' ? `it ${message}` : `${instancePath} ${message}`
  return { role: example.role, location, problem }
}

function violationOf(example: SchemaExample, { adapted, lookup }: ExampleSchemas) {
  const schema = adapted(example.schema)
  const [violation, ...others] = valuesOf(example).map(
    (value) => violationsOf(lookup, schema, value, LIMITS)[0],
  )
  return others.includes(undefined) ? undefined : violation
}

/** The value, and the values that it may be the text of, in a parameter or a body. */
function valuesOf({ value, isText }: SchemaExample): unknown[] {
  if (!isText || typeof value !== 'string') return [value]
  const items = value.split(',')
  return [value, parsed(value), items, items.map(parsed)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface ExampleSchemas {
  adapted(schema: Schema): Schema
  /** The adapted schema that a `$ref` names. */
  lookup($ref: string): Schema
}

/**
 * An example may be one of a request or of a response, so that members of only one of them are not
 * required. Other schemas stay as they are.
 */
function exampleSchemas(schemas: readonly NamedSchema[]): ExampleSchemas {
  const lookup = lookupIn(schemas)
  const adaptedObject = memoize((schema: SchemaObject) =>
    mapSchema(withoutOneWay(schema, lookup), adapted),
  )
  const adapted = (schema: Schema): Schema =>
    typeof schema === 'boolean' ? schema : adaptedObject(schema)
  return { adapted, lookup: ($ref) => adapted(lookup($ref)) }
}

/** The schema without `required` names of read-only and write-only members. */
function withoutOneWay(schema: SchemaObject, lookup: SchemaLookup): SchemaObject {
  const { required, properties = {} } = schema
  const isOptional = (name: string) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    return isOneWay(member, 'readOnly', lookup) || isOneWay(member, 'writeOnly', lookup)
  }
  if (!required?.some(isOptional)) return schema
  return { ...schema, required: required.filter((name) => !isOptional(name)) }
}
