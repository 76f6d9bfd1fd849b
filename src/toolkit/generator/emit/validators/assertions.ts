import {
  KEYWORDS,
  type Keyword,
  maxCodeUnits,
  type SubjectType,
} from '../../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { type Assertion, assertionsAbout } from '../../../validation/assertions.js'
import { formats } from '../../../validation/formats.js'
import { validation } from '../../../validation/helpers.js'
import { type Code, joined, symbol } from '../../print/code.js'
import { literal } from '../../print/print.js'
import { refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'
import type { Variable } from './variable.js'

/** Statements of the assertions about one type; those about numbers accept all other values. */
export function assertionStatements(
  schema: SchemaObject,
  type: SubjectType,
  { value, unit }: Variable,
  areLast = false,
): Statement[] {
  return TESTS[type].flatMap(({ keyword, words, isLast = false }) => {
    if (schema[keyword] === undefined || isLast !== areLast) return []
    const limit = limitCode(unit, schema, keyword)
    if (limit === undefined) return []
    const operands: Readonly<Record<string, Code | string>> = { value, limit }
    const test = words.map((word) => (typeof word === 'string' && operands[word]) || word)
    return [refuseIf(joined(test, ''))]
  })
}

/** The value of a keyword in code; `undefined` if it refuses nothing. */
function limitCode(unit: Unit, schema: SchemaObject, keyword: string): Code | string | undefined {
  const limit = schema[keyword]
  const { value: type, upper } = KEYWORDS.get(keyword) as Keyword
  switch (type) {
    case 'boolean':
      return limit === true ? 'true' : undefined
    case 'count':
      return limit === 0 && upper !== undefined ? undefined : String(limit)
    case 'pattern':
      return unit.pattern(limit as string, maxCodeUnits(schema))
    case 'format': {
      const isChecked = Object.hasOwn(formats, limit as string)
      return isChecked && [schema.type].flat().includes('string') ? literal(limit) : undefined
    }
    default:
      return literal(limit)
  }
}

const TESTS = {
  number: testsAbout('number'),
  string: testsAbout('string'),
  array: testsAbout('array'),
  object: testsAbout('object'),
}

/** Words of the tests for values that break an assertion, and the code between them. */
function testsAbout(type: SubjectType) {
  return assertionsAbout(type).map(([keyword, assertion]) => ({
    keyword,
    isLast: assertion.isLast,
    words: testOf(keyword, assertion)
      .split(/\b/)
      .map((word) => (Object.hasOwn(validation, word) ? symbol(word) : word)),
  }))
}

function testOf(keyword: string, { code, accepts, refuses }: Assertion): string {
  if (code !== undefined) return code
  const rule = accepts ?? refuses
  const helper = Object.entries(validation).find(([, each]) => each === rule)
  /* c8 ignore next -- for those who add a keyword */
  if (helper === undefined) throw new Error(`${keyword}: export its rule in validation/helpers.ts`)
  return `${accepts ? '!' : ''}${helper[0]}(value, limit)`
}
