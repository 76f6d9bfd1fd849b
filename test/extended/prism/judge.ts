import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isObject } from '#toolkit/openapi/json.js'
import { append } from '#toolkit/openapi/json-pointer.js'
import type { Node } from '../requests/oracle/schema.js'

/** Why a schema of a document refuses a value, by Ajv alone; `undefined` if it does not. */
export type Judge = (pointer: readonly string[], value: unknown) => string | undefined

export function judgeOf(document: Node): Judge {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema(plain(document) as object, 'document')
  const compiled = (schema: object) => {
    try {
      return ajv.compile(schema)
    } catch {
      return undefined // a reference to nothing, or a pattern that Ajv does not know
    }
  }
  return (pointer, value) => {
    const validate = compiled({ $ref: `document${encodeURI(append('#', ...pointer))}` })
    return validate === undefined || validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

/** A schema of OpenAPI 3.0 as one of JSON Schema 2020-12; others have none of these keywords in these ways. */
function plain(node: unknown): unknown {
  if (typeof node === 'bigint') return Number(node)
  if (Array.isArray(node)) return node.map(plain)
  if (!isObject(node)) return node
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = node
  const schema = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, plain(each)]))
  for (const [name, limit, value] of [
    ['exclusiveMinimum', 'minimum', exclusiveMinimum],
    ['exclusiveMaximum', 'maximum', exclusiveMaximum],
  ] as const) {
    if (value === true) schema[name] = schema[limit]
    else if (value !== undefined && value !== false) schema[name] = plain(value)
  }
  // A response does not have these members, required or not (3.0.4, section 4.7.24.2).
  const isWriteOnly = (name: unknown) => Object(Object(schema.properties)[String(name)]).writeOnly
  if (Array.isArray(schema.required)) {
    schema.required = schema.required.filter((name) => isWriteOnly(name) !== true)
  }
  if (nullable === true && typeof schema.type === 'string')
    return { anyOf: [schema, { type: 'null' }] }
  return nullable === undefined || nullable === true
    ? schema
    : { ...schema, nullable: plain(nullable) }
}
