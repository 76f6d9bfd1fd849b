import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name, str } from 'ajv'
import { or } from 'ajv/dist/compile/codegen/index.js'
import { JSON_TYPE, stored, VALUES } from './lower.js'

/** A keyword that always has one value. */
type Definition = CodeKeywordDefinition & { keyword: string }

/** The violation of a limit, by the keyword: comparing a `bigint` with a number is exact. */
const LIMITS: Readonly<Record<string, [says: string, broken: (value: Name, limit: Code) => Code]>> =
  {
    maximum: ['<=', (value, limit) => _`${value} > ${limit}`],
    minimum: ['>=', (value, limit) => _`${value} < ${limit}`],
    exclusiveMaximum: ['<', (value, limit) => _`${value} >= ${limit}`],
    exclusiveMinimum: ['>', (value, limit) => _`${value} <= ${limit}`],
  }

/** Ajv's keywords about numbers, once more, for values that may be a `bigint`. */
export const numericKeywords: readonly Definition[] = [
  ...Object.entries(LIMITS).map(
    ([keyword, [says, broken]]): Definition => ({
      keyword,
      error: { message: ({ schema }) => str`must be ${says} ${String(stored(schema))}` },
      code: (context) => {
        const value = constant(context)
        context.fail(_`${isNumeric(value)} && ${broken(value, number(context.schema))}`)
      },
    }),
  ),
  {
    keyword: 'multipleOf',
    error: { message: ({ schema }) => str`must be multiple of ${String(stored(schema))}` },
    code: multipleOf,
  },
  {
    keyword: JSON_TYPE,
    error: { message: ({ schema }) => str`must be ${(schema as string[]).join(' or ')}` },
    code: (context) => {
      const value = constant(context)
      const checks = (context.schema as string[]).map((type) => hasType(type, value, context.data))
      context.fail(_`!(${or(...checks)})`)
    },
  },
  {
    keyword: VALUES,
    error: { message: 'must be equal to one of the allowed values' },
    code: (context) => {
      const value = constant(context)
      const checks = (context.schema as unknown[]).map((each) => equals(value, stored(each)))
      context.fail(_`!(${or(...checks)})`)
    },
  },
]

/** What the runtime keeps of a number that has no exact value is a function: see its `Inexact`. */
function constant({ gen, data }: KeywordCxt): Name {
  return gen.const('value', _`typeof ${data} == "function" ? ${data}() : ${data}`)
}

function isNumeric(value: Name): Code {
  return _`(typeof ${value} == "number" || typeof ${value} == "bigint")`
}

function hasType(type: string, value: Name, data: Name): Code {
  switch (type) {
    case 'int64':
      return _`(typeof ${data} == "bigint" ? ${inInt64(value)} : Number.isSafeInteger(${data}))`
    case 'integer':
      return _`(typeof ${data} == "bigint" || Number.isInteger(${data}))`
    case 'number':
      return _`(typeof ${value} == "bigint" || Number.isFinite(${value}))`
    case 'null':
      return _`${value} === null`
    case 'array':
      return _`Array.isArray(${value})`
    case 'object':
      return _`(typeof ${value} == "object" && ${value} !== null && !Array.isArray(${value}))`
    default: // string, boolean
      return _`typeof ${value} == ${type}`
  }
}

function inInt64(value: Name): Code {
  return _`${value} >= ${number(-(2n ** 63n))} && ${value} <= ${number(2n ** 63n - 1n)}`
}

function multipleOf(context: KeywordCxt): void {
  const value = constant(context)
  const factor = number(context.schema)
  // A bigint has no remainder by a fraction; the quotient of two numbers is what Ajv itself tests.
  const exact = Number.isInteger(Number(stored(context.schema)))
    ? _`BigInt(${value}) % BigInt(${factor}) != 0`
    : _`Number(${value}) / ${factor} % 1 != 0`
  const quotient = context.gen.const('quotient', _`Number(${value}) / Number(${factor})`)
  const distance = _`Math.abs(${quotient} - Math.round(${quotient}))`
  // 19.99 is a multiple of 0.01, though the quotient of the nearest numbers is no integer.
  const isNear = _`${distance} <= 2 * Number.EPSILON * Math.abs(${quotient})`
  const isBroken = _`(typeof ${value} == "bigint" ? ${exact} : !(${isNear}))`
  context.fail(_`${isNumeric(value)} && ${isBroken}`)
}

/** `==` compares a bigint with a number by value. */
function equals(value: Name, allowed: unknown): Code {
  const isNumber = typeof allowed === 'number' || typeof allowed === 'bigint'
  if (isNumber) return _`(${isNumeric(value)} && ${value} == ${number(allowed)})`
  return _`${value} === ${allowed as string | boolean | null}`
}

function number(limit: unknown): Code {
  const value = stored(limit)
  return typeof value === 'bigint' ? _`BigInt(${String(value)})` : _`${value as number}`
}
