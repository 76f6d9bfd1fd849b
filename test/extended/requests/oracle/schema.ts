import { keepsItems } from './arrays.js'
import { isEqual } from './equality.js'
import { hasFormat } from './formats.js'
import { asDouble, isNumber, isObject, type Json } from './json.js'
import { isInteger, keepsLimits } from './numbers.js'
import { keepsMembers } from './objects.js'
import { Undecided } from './undecided.js'
import { keepsUnevaluated } from './unevaluated.js'

export type Node = Readonly<Record<string, unknown>>

/** The facts of a document on which schemas depend. */
export interface Dialect {
  /** The version of OpenAPI, `2.0` to `3.2`. */
  readonly version: string
  follow($ref: string): unknown
  /** True if the value is one that the service receives: without read-only members. */
  readonly isInput: boolean
}

/** True if a schema, as the document has it, accepts a value. */
export function accepts(schema: unknown, value: Json, dialect: Dialect): boolean {
  if (typeof schema === 'boolean') return schema
  if (typeof schema !== 'object' || schema === null) throw new Undecided('no schema')
  const node = asMeant(schema as Node)
  refuseUnknown(node, dialect)
  if (isOld(dialect) && value === null && (node.nullable === true || node['x-nullable'] === true))
    return true
  if (typeof node.$ref === 'string') {
    if (!accepts(dialect.follow(node.$ref), value, dialect)) return false
    if (isOld(dialect)) return true
  }
  return (
    keepsType(node, value) &&
    keepsValues(node, value) &&
    (isNumber(value) ? keepsLimits(value, node) : true) &&
    (typeof value === 'string' ? keepsText(node, value) : true) &&
    (Array.isArray(value) ? keepsItems(node, value, dialect) : true) &&
    (isObject(value) ? keepsMembers(node, value, dialect) : true) &&
    keepsBranches(node, value, dialect) &&
    keepsUnevaluated(node, value, dialect)
  )
}

/** True if a version's schemas are not those of JSON Schema. */
export function isOld({ version }: Dialect): boolean {
  return /^(2|3\.0)/.test(version)
}

/** `additionalProperties: false` beside `allOf` alone would forbid every member: none writes it so. */
function asMeant(node: Node): Node {
  const { additionalProperties, properties, patternProperties, allOf, ...rest } = node
  const isEmpty = Object.keys(Object(properties)).length === 0 && patternProperties === undefined
  if (additionalProperties !== false || !isEmpty || allOf === undefined) return node
  return { ...rest, allOf, unevaluatedProperties: false }
}

/** Keywords whose verdict is not worked out here. */
const UNKNOWN = ['$dynamicRef', 'unevaluatedItems', 'contains']

function refuseUnknown(node: Node, dialect: Dialect): void {
  const newer = isOld(dialect) ? ['if'] : []
  const unknown = [...UNKNOWN, ...newer].find((keyword) => keyword in node)
  if (unknown !== undefined) throw new Undecided(unknown)
}

function keepsType({ type, format }: Node, value: Json): boolean {
  if (type === undefined || type === null) return true
  return [type].flat().some((each) => {
    if (each === 'null') return value === null
    if (each === 'array') return Array.isArray(value)
    if (each === 'object') return isObject(value)
    if (each === 'integer') return isNumber(value) && isInteger(value, format)
    if (each === 'number') return isNumber(value) && Number.isFinite(asDouble(value))
    if (each === 'string' || each === 'boolean') return typeof value === each
    throw new Undecided(`type ${each}`)
  })
}

function keepsValues({ type, format, enum: values, const: only }: Node, value: Json): boolean {
  const isExact = format === 'int64'
  if (only !== undefined && !isEqual(value, only, isExact)) return false
  if (!Array.isArray(values) || values.length === 0) return true
  if (values.some((each) => isOdd(each, type))) throw new Undecided('enum of another type')
  return values.some((each) => isEqual(value, each, isExact))
}

function isOdd(value: unknown, type: unknown): boolean {
  const types = [type].flat().map((each) => (each === 'integer' ? 'number' : each))
  return type !== undefined && value !== null && !types.includes(typeOf(value))
}

function typeOf(value: unknown): string {
  return typeof value === 'bigint' ? 'number' : typeof value
}

function keepsText({ type, format, pattern, minLength, maxLength }: Node, text: string): boolean {
  const { length } = [...text]
  if (typeof minLength === 'number' && length < minLength) return false
  if (typeof maxLength === 'number' && length > maxLength) return false
  if (typeof pattern === 'string' && !patternOf(pattern).test(text)) return false
  const isChecked = typeof format === 'string' && [type].flat().includes('string')
  return !isChecked || hasFormat(text, format)
}

const patterns = new Map<string, RegExp>()

export function patternOf(source: string): RegExp {
  const known = patterns.get(source)
  if (known !== undefined) return known
  const pattern = compiled(source)
  patterns.set(source, pattern)
  return pattern
}

function compiled(source: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {}
  }
  throw new Undecided('pattern')
}

function keepsBranches(node: Node, value: Json, dialect: Dialect): boolean {
  const { allOf, not, anyOf, oneOf, if: test } = node
  const holds = (schema: unknown) => accepts(schema, value, dialect)
  if (Array.isArray(allOf) && !allOf.every(holds)) return false
  if (not !== undefined && holds(not)) return false
  if (test !== undefined && !holds((holds(test) ? node.then : node.else) ?? true)) return false
  if (Array.isArray(anyOf) && !anyOf.some(holds)) return false
  return !Array.isArray(oneOf) || oneOf.filter(holds).length === 1
}
