import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { TEXT_FORMATS } from '../../../openapi/text-formats.js'
import { code } from '../../print/code.js'
import { literal, quote } from '../../print/print.js'
import { refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'
import type { Variable } from './variable.js'

/** Statements for a string. */
export function textStatements(unit: Unit, schema: SchemaObject, { value }: Variable): Statement[] {
  const { maxLength, minLength, pattern, format } = schema
  const isText = TEXT_FORMATS.some((each) => each === format)
  const isChecked = isText && [schema.type].flat().includes('string')
  return [
    ...(isPositive(minLength)
      ? [refuseIf(code`${unit.runtime('shorterThan')}(${value}, ${Number(minLength)})`)]
      : []),
    ...(maxLength === undefined
      ? []
      : [refuseIf(code`${unit.runtime('longerThan')}(${value}, ${Number(maxLength)})`)]),
    ...(pattern === undefined
      ? []
      : [refuseIf(code`!${unit.pattern(pattern as string, lengthOf(maxLength))}.test(${value})`)]),
    ...(isChecked
      ? [refuseIf(code`!${unit.runtime('formats')}[${quote(String(format))}](${value})`)]
      : []),
  ]
}
/** Largest length of a string of at most `maxLength` code points, which was checked before. */
function lengthOf(maxLength: unknown): number | undefined {
  return typeof maxLength === 'number' ? 2 * maxLength : undefined
}

export function isPositive(limit: unknown): boolean {
  return typeof limit === 'number' && limit > 0
}

const LIMITS = [
  ['minimum', 'atLeast'],
  ['maximum', 'atMost'],
  ['exclusiveMinimum', 'above'],
  ['exclusiveMaximum', 'below'],
  ['multipleOf', 'multipleOf'],
] as const

/** Statements for a number; they accept values that are none. */
export function numberStatements(
  unit: Unit,
  schema: SchemaObject,
  { value }: Variable,
): Statement[] {
  return LIMITS.flatMap(([keyword, helper]) => {
    const limit = schema[keyword]
    if (limit === undefined) return []
    return [refuseIf(code`!${unit.runtime(helper)}(${value}, ${literal(limit)})`)]
  })
}
