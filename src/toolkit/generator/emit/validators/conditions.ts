import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { quote } from '../../print/print.js'
import { both, type Condition, calls } from './logic.js'
import { hasType, isAmong, typesOf, valueLists } from './narrow.js'
import type { Place } from './place.js'
import { REFUSE } from './statements.js'
import type { Unit } from './unit.js'

export const TRUE: Condition = { pass: 'true', fail: 'false' }
export const FALSE: Condition = { pass: 'false', fail: 'true' }

/** Keywords that an expression can hold. */
const SIMPLE = ['$ref', 'type', 'enum', 'const', 'required', 'format']
/** Keywords that change no verdict. */
const SILENT = [
  'default',
  'deprecated',
  'description',
  'discriminator',
  'readOnly',
  'title',
  'writeOnly',
]

/** Whether a value keeps a schema, as an expression: a call of a local function where it is not short. */
export function condition(unit: Unit, schema: Schema, place: Place, hint: string): Condition {
  if (typeof schema === 'boolean') return schema ? TRUE : FALSE
  const tests = simpleTests(unit, schema, place, hint)
  if (tests !== undefined) return tests.length === 0 ? TRUE : both(tests)
  const name = unit.check(schema, hint)
  return name === '' ? TRUE : calls(`${name}(${place.value})`)
}

/** The expressions of a schema that needs no function of its own. */
function simpleTests(
  unit: Unit,
  schema: SchemaObject,
  { value, ...place }: Place,
  hint: string,
): Condition[] | undefined {
  const keywords = Object.keys(schema).filter((keyword) => !SILENT.includes(keyword))
  if (!keywords.every((keyword) => SIMPLE.includes(keyword))) return undefined
  if (keywords.filter((keyword) => keyword !== 'format').length > 2) return undefined
  const { $ref, type, format, required = [] } = schema
  const types = typesOf(schema)
  const isPlain = format === undefined || (typeof type === 'string' && type !== 'string')
  if (!isPlain) return undefined
  return [
    ...($ref === undefined ? [] : [calls(`${unit.referred($ref)}(${value})`)]),
    ...(types === undefined ? [] : [hasType(unit, types, value)]),
    ...valueLists(schema).map((list) => isAmong(unit, list, { ...place, value, hint })),
    ...(required.length === 0
      ? []
      : [calls(`${unit.runtime('hasRequired')}(${[value, ...required.map(quote)].join(', ')})`)]),
  ]
}

/** The name of a function that says whether a value keeps a schema. */
export function checker(unit: Unit, schema: Schema, hint: string): string {
  const keywords = typeof schema === 'object' ? Object.keys(schema) : []
  if (keywords.length === 1 && keywords[0] === '$ref') {
    return unit.referred((schema as SchemaObject).$ref as string)
  }
  if (typeof schema === 'boolean') return unit.function('check', hint, schema ? [] : [REFUSE])
  return unit.check(schema, hint) || unit.function('check', hint, [])
}
