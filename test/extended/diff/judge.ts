import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isObject } from '#toolkit/openapi/json.js'
import { append } from '#toolkit/openapi/json-pointer.js'
import type { Node } from '../requests/oracle/schema.js'

type OneWay = 'readOnly' | 'writeOnly'

/** Why a schema of a document refuses a value, by Ajv alone; `undefined` if it does not. */
export type Judge = (pointer: readonly string[], value: unknown) => string | undefined

/** @param oneWay - What the members that a message does not have are marked with. */
export function judgeOf(document: Node, oneWay: OneWay = 'writeOnly'): Judge {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema(plain(document, oneWay) as object, 'document')
  const known = new Map<string, ValidateFunction | undefined>()
  const compiled = ($ref: string) => {
    if (!known.has($ref)) known.set($ref, compile(ajv, $ref))
    return known.get($ref)
  }
  return (pointer, value) => {
    const validate = compiled(`document${encodeURI(append('#', ...pointer))}`)
    return validate === undefined || validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

/** `undefined` for a reference to nothing, and a pattern that Ajv does not know. */
function compile(ajv: Ajv2020, $ref: string): ValidateFunction | undefined {
  try {
    return ajv.compile({ $ref })
  } catch {
    return undefined
  }
}

/** A schema of OpenAPI 3.0 as one of JSON Schema 2020-12; others have none of these keywords in these ways. */
function plain(node: unknown, oneWay: OneWay): unknown {
  if (typeof node === 'bigint') return Number(node)
  if (Array.isArray(node)) return node.map((each) => plain(each, oneWay))
  if (!isObject(node)) return node
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = node
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, plain(each, oneWay)]),
  )
  for (const [name, limit, value] of [
    ['exclusiveMinimum', 'minimum', exclusiveMinimum],
    ['exclusiveMaximum', 'maximum', exclusiveMaximum],
  ] as const) {
    if (value === true) schema[name] = schema[limit]
    else if (value !== undefined && value !== false) schema[name] = plain(value, oneWay)
  }
  // A message does not have these members, required or not (3.0.4, section 4.7.24.2).
  const isLeftOut = (name: unknown) => Object(Object(node.properties)[String(name)])[oneWay]
  // A property may say it of itself, as in draft 3 (section 5.7); beside a `$ref` it says nothing.
  const ofThemselves = Object.entries(Object(node.properties)).flatMap(([name, each]) =>
    Object(each).required === true && Object(each).$ref === undefined ? [name] : [],
  )
  // What YAML makes of a type that has no quotes.
  if (Array.isArray(schema.type)) schema.type = schema.type.map((each) => each ?? 'null')
  if (typeof schema.required === 'boolean') delete schema.required
  if (ofThemselves.length > 0) {
    schema.required = [...ofThemselves, ...(Array.isArray(schema.required) ? schema.required : [])]
  }
  if (Array.isArray(schema.required)) {
    schema.required = schema.required.filter((name) => isLeftOut(name) !== true)
  }
  // Beside a choice, too, as its authors mean it.
  if (nullable === true) return { anyOf: [schema, { type: 'null' }] }
  return nullable === undefined ? schema : { ...schema, nullable: plain(nullable, oneWay) }
}
