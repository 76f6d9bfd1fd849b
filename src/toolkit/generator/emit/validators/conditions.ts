import { type Schema, type SchemaObject, valueListsOf } from '../../../openapi/schema/schema.js'
import { Code, code, joined } from '../../print/code.js'
import { quote } from '../../print/print.js'
import { runtime } from './helpers.js'
import { both, type Condition, calls, REFUSE } from './statements.js'
import { hasType, isAmong, typesOf } from './type-tests.js'
import type { Variable } from './variable.js'

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
