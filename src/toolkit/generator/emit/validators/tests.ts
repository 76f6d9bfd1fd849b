import { jsonTypeNamed, jsonTypeOf } from '../../../openapi/json.js'
import { type Schema, type SchemaObject, valueListsOf } from '../../../openapi/schema/schema.js'
import { ALL_TYPES, commonJsonTypes } from '../../analysis/json-values.js'
import { Code, code, joined } from '../../print/code.js'
import { literal, quote } from '../../print/print.js'
import { type Helper, runtime } from './context.js'
import { both, type Condition, calls, either, REFUSE, refuseUnless } from './statements.js'
import type { SchemaStatements } from './unit.js'
import type { Variable } from './variable.js'

/** Types of a schema, an integer as its format; `undefined` if it has no `type`. */
export function typesOf({ type, format }: SchemaObject): string[] | undefined {
  if (type === undefined) return undefined
  const exact = (each: string) =>
    each === 'integer' && (format === 'int64' || format === 'int32') ? format : each
  if (typeof type === 'string') return [exact(type)]
  const types = new Set(type)
  if (types.has('number')) types.delete('integer')
  return [...types].map(exact)
}

/** Statements of `type`, `enum` and `const`, and the types that are left after them, perhaps none. */
export function narrow(schema: SchemaObject, variable: Variable): SchemaStatements {
  const compared = comparison(schema, variable)
  if (compared !== undefined) return compared
  const typed = narrowType(schema, variable)
  if (schema.enum === undefined && !('const' in schema)) return typed
  const statements = [...typed.statements]
  let { jsonTypes } = typed
  for (const allowed of valueListsOf(schema)) {
    const possible = allowed.filter((value) => jsonTypes.has(jsonTypeOf(value)))
    if (possible.length === 0) jsonTypes = new Set()
    else statements.push(refuseUnless(isAmong(possible, variable)))
  }
  return { statements, jsonTypes }
}

/** A few listed values, where nothing is known of a variable: they tell its types, too. */
function comparison(
  schema: SchemaObject,
  { value, jsonTypes }: Variable,
): SchemaStatements | undefined {
  const [allowed, ...others] = valueListsOf(schema)
  if (allowed === undefined || others.length > 0 || jsonTypes !== ALL_TYPES) return undefined
  const types = typesOf(schema)?.map(jsonTypeNamed)
  const possible = allowed.filter((each) => types?.includes(jsonTypeOf(each)) ?? true)
  if (possible.length === 0 || possible.length > FEW || !possible.every(isPlain)) return undefined
  const test = either(possible.map((each) => same(value, literal(each))))
  return { statements: [refuseUnless(test)], jsonTypes: new Set(possible.map(jsonTypeOf)) }
}

function narrowType(schema: SchemaObject, { value, jsonTypes }: Variable): SchemaStatements {
  const types = typesOf(schema)
  if (types === undefined) return { statements: [], jsonTypes }
  const possible = types.filter((type) => jsonTypes.has(jsonTypeNamed(type)))
  const narrowed = commonJsonTypes(jsonTypes, new Set(possible.map(jsonTypeNamed)))
  const isKnown =
    narrowed.size === jsonTypes.size && possible.every((type) => !(type in NUMERIC_TYPES))
  if (isKnown || narrowed.size === 0) return { statements: [], jsonTypes: narrowed }
  const test = either(possible.map((type) => guard(type, value)))
  return { statements: [refuseUnless(test)], jsonTypes: narrowed }
}

/** A test by which TypeScript narrows the variable. */
export function guard(type: string, value: Code): Condition {
  switch (type) {
    case 'string':
    case 'boolean':
      return same(code`typeof ${value}`, quote(type))
    case 'null':
      return same(value, 'null')
    case 'array':
      return calls(code`Array.isArray(${value})`)
    case 'object':
      return calls(code`${runtime('anObject')}(${value})`)
    default:
      return calls(code`${runtime(NUMERIC_TYPES[type] as Helper)}(${value})`)
  }
}

/** True for a test of one type, or for a few values, which no value that is absent passes. */
export function refusesUndefined({ text }: Code, value: Code): boolean {
  if (text.split(' && ').every((test) => test.startsWith(`${value.text} !== `))) return true
  return TYPES.some((type) => guard(type, value).fail.text === text)
}

function same(one: Code, other: string): Condition {
  return { pass: code`${one} === ${other}`, fail: code`${one} !== ${other}` }
}

const NUMERIC_TYPES: Readonly<Record<string, Helper>> = {
  int32: 'anInt32',
  int64: 'anInt64',
  integer: 'anInteger',
  number: 'aNumber',
}

const TYPES = ['string', 'boolean', 'array', 'object', ...Object.keys(NUMERIC_TYPES)]

/** A test of types for the middle of an expression: TypeScript narrows nothing by it. */
export function hasType(types: readonly string[], value: Code): Condition {
  const helper = runtime('hasType')
  return either(types.map((type) => calls(code`${helper}(${value}, ${quote(type)})`)))
}

/** A test that a value is one of a list; a long list is a constant. */
export function isAmong(allowed: readonly unknown[], { value, hint, unit }: Variable): Condition {
  const arePlain = allowed.every(isPlain)
  if (arePlain && allowed.length <= FEW) {
    return either(allowed.map((each) => calls(code`Object.is(${value}, ${literal(each)})`)))
  }
  if (arePlain) return calls(code`${unit.set(allowed, hint)}.has(${value})`)
  if (allowed.length === 1)
    return calls(code`${runtime('equalTo')}(${value}, ${literal(allowed[0])})`)
  return calls(code`${runtime('oneOf')}(${value}, ${unit.values(allowed, hint)})`)
}

const FEW = 3

/** True for a value that is equal to no other one. */
function isPlain(value: unknown): boolean {
  return !['number', 'bigint', 'object'].includes(typeof value) || value === null
}

export const TRUE: Condition = { pass: new Code('true'), fail: new Code('false') }
export const FALSE: Condition = { pass: new Code('false'), fail: new Code('true') }

const SIMPLE = ['$ref', 'type', 'enum', 'const', 'required', 'format']
const SILENT = [
  ...['default', 'deprecated', 'description', 'discriminator', 'readOnly', 'title', 'writeOnly'],
]

/** A test that a value satisfies a schema: an expression if it is short, else a call of a local function. */
export function condition(schema: Schema, variable: Variable, part: string): Condition {
  if (typeof schema === 'boolean') return schema ? TRUE : FALSE
  const hint = `${variable.hint}_${part}`
  const tests = simpleTests(schema, { ...variable, hint })
  if (tests !== undefined) return tests.length === 0 ? TRUE : both(tests)
  const name = variable.unit.check(schema, hint)
  return name === undefined ? TRUE : calls(code`${name}(${variable.value})`)
}

/** Tests of a schema that needs no function of its own; `undefined` for all others. */
function simpleTests(schema: SchemaObject, variable: Variable): Condition[] | undefined {
  const { value, unit } = variable
  const keywords = Object.keys(schema).filter((keyword) => !SILENT.includes(keyword))
  if (!keywords.every((keyword) => SIMPLE.includes(keyword))) return undefined
  if (keywords.filter((keyword) => keyword !== 'format').length > 2) return undefined
  const { $ref, type, format, required = [] } = schema
  const types = typesOf(schema)
  const isPlain = format === undefined || (typeof type === 'string' && type !== 'string')
  if (!isPlain) return undefined
  return [
    ...($ref === undefined ? [] : [calls(code`${unit.referred($ref)}(${value})`)]),
    ...(types === undefined ? [] : [hasType(types, value)]),
    ...valueListsOf(schema).map((list) => isAmong(list, variable)),
    ...(required.length === 0
      ? []
      : [calls(code`${runtime('hasRequired')}(${joined([value, ...required.map(quote)], ', ')})`)]),
  ]
}

export function checker(schema: Schema, variable: Variable, part: string): Code {
  const { unit } = variable
  const hint = `${variable.hint}_${part}`
  const keywords = typeof schema === 'object' ? Object.keys(schema) : []
  if (keywords.length === 1 && keywords[0] === '$ref') {
    return unit.referred((schema as SchemaObject).$ref as string)
  }
  if (typeof schema === 'boolean') return unit.function('check', hint, schema ? [] : [REFUSE])
  return unit.check(schema, hint) ?? unit.function('check', hint, [])
}
