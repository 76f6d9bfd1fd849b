import { mapSchema, subschemas } from '../../openapi/schema/map.js'
import { type Schema, TYPED, type TypedFormat, valueListsOf } from '../../openapi/schema/schema.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model } from '../model/model.js'

/**
 * Marks the strings of formats that have types of their own. Those with an enum keep the type of their
 * values. Formats without a string leave the model.
 */
export function typeFormats(model: Model, report: Diagnostics): Model {
  const { formats } = model
  if (formats.length === 0) return model
  const byName = new Map(formats.map((each) => [each.format, each]))
  const schemas = model.schemas.map((each) => ({ ...each, schema: marked(each.schema, byName) }))
  const found = new Set(schemas.flatMap(({ schema }) => [...formatsIn(schema)]))
  const [first] = schemas
  for (const { format } of formats) {
    if (first === undefined || found.has(format)) continue
    const { source } = first.origin
    const message = `no string has the format \`${format}\``
    report.warn({ source, pointer: '#' }, message, 'correct the name that has a type')
  }
  return { ...model, schemas, formats: formats.filter(({ format }) => found.has(format)) }
}

function* formatsIn(schema: Schema): Generator<string> {
  if (typeof schema === 'boolean') return
  if (schema[TYPED] !== undefined) yield schema[TYPED].format
  for (const child of subschemas(schema)) yield* formatsIn(child)
}

function marked(schema: Schema, byName: ReadonlyMap<string, TypedFormat>): Schema {
  if (typeof schema === 'boolean') return schema
  const isText = [schema.type].flat().includes('string') && valueListsOf(schema).length === 0
  const typed = isText ? byName.get(schema.format ?? '') : undefined
  const inside = mapSchema(schema, (child) => marked(child, byName))
  return typed === undefined ? inside : { ...inside, [TYPED]: typed }
}

/** Warns of typed formats in requests that the service sends: it sends them itself. */
export function outgoingFormats(model: Model, report: Diagnostics): Model {
  const { coded } = model.uses
  if (coded.size === 0) return model
  for (const { origin, parameterGroups, requestBody, responses } of model.outgoing) {
    const content = [...(requestBody?.content ?? []), ...responses.flatMap((each) => each.content)]
    const names = [...parameterGroups, ...content].flatMap(({ schema }) => schema ?? [])
    if (names.some((name) => coded.has(name))) report.warn(origin, SENT, ENCODE, { once: true })
  }
  return model
}

const SENT = 'a request that the service sends has a format with a type of its own'
const ENCODE = 'encode and decode its values with the codecs of codecs.ts'
