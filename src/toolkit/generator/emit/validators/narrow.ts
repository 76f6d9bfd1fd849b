import { INT32_MAX, INT32_MIN } from '../../../openapi/integers.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { literal, quote } from '../../print/print.js'
import type { Helper } from './helpers.js'
import { type Condition, calls, either, refuseUnless } from './logic.js'
import type { Category, Facts, Place } from './place.js'
import { refuseIf } from './statements.js'
import type { Compiled, Unit } from './unit.js'

/** The types that a schema names, an integer as its format has it; `undefined` where it names none. */
export function typesOf({ type, format }: SchemaObject): string[] | undefined {
  if (type === undefined) return undefined
  const exact = (each: string) =>
    each === 'integer' && (format === 'int64' || format === 'int32') ? format : each
  if (typeof type === 'string') return [exact(type)]
  const types = new Set(type)
  if (types.has('number')) types.delete('integer')
  return [...types].map(exact)
}

/** `format: int32` beside `type: [integer, number]`: the range holds, and fractions are allowed. */
function hasInt32Range({ type, format }: SchemaObject): boolean {
  if (format !== 'int32' || !Array.isArray(type)) return false
  return type.includes('integer') && type.includes('number')
}

/** The statements of `type`, `enum` and `const`, and what is known behind them: perhaps nothing can be. */
export function narrow(unit: Unit, schema: SchemaObject, place: Place): Compiled {
  const typed = narrowType(unit, schema, place)
  if (schema.enum === undefined && !('const' in schema) && !hasInt32Range(schema)) return typed
  const statements = [...typed.statements]
  let { facts } = typed
  if (hasInt32Range(schema)) {
    statements.push(refuseIf(`!${unit.runtime('atLeast')}(${place.value}, ${INT32_MIN})`))
    statements.push(refuseIf(`!${unit.runtime('atMost')}(${place.value}, ${INT32_MAX})`))
  }
  for (const allowed of valueLists(schema)) {
    const possible = allowed.filter((value) => facts.has(categoryOf(value)))
    if (possible.length === 0) facts = new Set()
    else statements.push(refuseUnless(isAmong(unit, possible, place)))
  }
  return { statements, facts }
}

function narrowType(unit: Unit, schema: SchemaObject, { value, facts }: Place): Compiled {
  const types = typesOf(schema)
  if (types === undefined) return { statements: [], facts }
  const possible = types.filter((type) => facts.has(category(type)))
  const narrowed = intersection(facts, new Set(possible.map(category)))
  const isKnown = narrowed.size === facts.size && possible.every((type) => !INTEGERS.has(type))
  if (isKnown || narrowed.size === 0) return { statements: [], facts: narrowed }
  const tests = possible.map((type) => guard(unit, type, value).fail)
  return { statements: [refuseIf(tests.join(' && '))], facts: narrowed }
}
const INTEGERS = new Set(['integer', 'int32', 'int64', 'number'])

/** A test that TypeScript narrows the variable by. */
export function guard(unit: Unit, type: string, value: string): Condition {
  switch (type) {
    case 'string':
    case 'boolean':
      return { pass: `typeof ${value} === '${type}'`, fail: `typeof ${value} !== '${type}'` }
    case 'null':
      return { pass: `${value} === null`, fail: `${value} !== null` }
    case 'array':
      return calls(`Array.isArray(${value})`)
    case 'object':
      return calls(`${unit.runtime('anObject')}(${value})`)
    default:
      return calls(`${unit.runtime(NUMERIC_TYPES[type] as Helper)}(${value})`)
  }
}
const NUMERIC_TYPES: Readonly<Record<string, Helper>> = {
  int32: 'anInt32',
  int64: 'anInt64',
  integer: 'anInteger',
  number: 'aNumber',
}

/** The same test without effect on what TypeScript knows: for the middle of an expression. */
export function hasType(unit: Unit, types: readonly string[], value: string): Condition {
  const helper = unit.runtime('hasType')
  return either(types.map((type) => calls(`${helper}(${value}, ${quote(type)})`)))
}

/** The lists of values that a schema allows. */
export function valueLists(schema: SchemaObject): (readonly unknown[])[] {
  return [
    ...(schema.enum === undefined ? [] : [schema.enum]),
    ...('const' in schema ? [[schema.const]] : []),
  ]
}

/** Whether a value is one of a list; a long list is a constant. */
export function isAmong(unit: Unit, allowed: readonly unknown[], place: Place): Condition {
  const { value, hint } = place
  const isPlain = allowed.every(
    (each) => !['number', 'bigint', 'object'].includes(typeof each) || each === null,
  )
  if (isPlain && allowed.length <= FEW) {
    return either(allowed.map((each) => calls(`Object.is(${value}, ${literal(each)})`)))
  }
  if (isPlain) return calls(`${unit.set(allowed, hint)}.has(${value})`)
  if (allowed.length === 1)
    return calls(`${unit.runtime('equalTo')}(${value}, ${literal(allowed[0])})`)
  return calls(`${unit.runtime('oneOf')}(${value}, ${unit.values(allowed, hint)})`)
}
const FEW = 3

function category(type: string): Category {
  return INTEGERS.has(type) ? 'number' : (type as Category)
}

function categoryOf(value: unknown): Category {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'number' : (typeof value as Category)
}

export function intersection(some: Facts, others: Facts): Facts {
  return new Set([...some].filter((each) => others.has(each)))
}
