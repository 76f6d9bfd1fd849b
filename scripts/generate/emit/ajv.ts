import { _, type Code, type KeywordCxt, type Name } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { or } from 'ajv/dist/compile/codegen/index.js'
import addFormats, { type FormatName } from 'ajv-formats'
import { FORMATS } from '../model/keywords.js'
import { INT64, stored } from './lower.js'

/** Formats that are ranges of numbers: lowered to keywords, or without a check of their own. */
const NUMBERS = new Set(['double', 'float', 'int32', 'int64'])

/** Ajv as the generator uses it: compiles to readable modules, coerces nothing, changes nothing. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false, // unknown keywords have been reported with their place before Ajv sees them
    logger: false,
    validateSchema: false,
    inlineRefs: false, // every named schema is one function
    strictNumbers: true, // infinity is no JSON number
    ownProperties: true, // `{}` has no member `constructor`
    code: { source: true, esm: true, lines: true },
  })
  addFormats.default(ajv, {
    mode: 'full',
    formats: [...FORMATS].filter((name) => !NUMBERS.has(name)) as FormatName[],
  })
  ajv.addKeyword({
    keyword: INT64,
    schemaType: 'object',
    code: int64,
    error: { message: 'must be int64' },
  })
  return ajv
}

/** An int64 is a bigint or an exact number; comparisons of the two are exact in JavaScript. */
function int64(context: KeywordCxt): void {
  const { data, schema, gen } = context
  const value = gen.const('value', data)
  const inRange = _`${value} >= ${number(-(2n ** 63n))} && ${value} <= ${number(2n ** 63n - 1n)}`
  const isInteger = _`typeof ${value} == "bigint" ? ${inRange} : Number.isSafeInteger(${value})`
  const broken = Object.entries(schema as Record<string, unknown>).map(([keyword, limit]) =>
    violates(keyword, value, limit),
  )
  context.fail(or(_`!(${isInteger})`, ...broken))
}

function violates(keyword: string, value: Name, limit: unknown): Code {
  switch (keyword) {
    case 'minimum':
      return _`${value} < ${number(limit)}`
    case 'maximum':
      return _`${value} > ${number(limit)}`
    case 'exclusiveMinimum':
      return _`${value} <= ${number(limit)}`
    case 'exclusiveMaximum':
      return _`${value} >= ${number(limit)}`
    case 'multipleOf':
      return isMultiple(value, limit)
    case 'const':
      return _`!(${equalsOne(value, [limit])})`
    default: // enum
      return _`!(${equalsOne(value, limit as unknown[])})`
  }
}

function isMultiple(value: Name, factor: unknown): Code {
  if (typeof factor === 'number' && !Number.isInteger(factor)) {
    return _`Number(${value}) / ${factor} % 1 != 0`
  }
  return _`BigInt(${value}) % BigInt(${number(factor)}) != 0`
}

/** `==` compares a bigint with a number by value. What is no number never equals an int64. */
function equalsOne(value: Name, allowed: readonly unknown[]): Code {
  const numbers = allowed.filter((each) => stored(each) !== undefined)
  return or(_`false`, ...numbers.map((each) => _`${value} == ${number(each)}`))
}

function number(limit: unknown): Code {
  const value = typeof limit === 'bigint' ? limit : stored(limit)
  return typeof value === 'bigint' ? _`BigInt(${String(value)})` : _`${value as number}`
}
