import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { TEXT_FORMATS } from '../../../openapi/text-formats.js'
import { literal, quote } from '../../print/print.js'
import type { Place } from './place.js'
import { refuseIf, type Statement } from './statements.js'
import type { Unit } from './unit.js'

/** The statements about a text. */
export function textStatements(unit: Unit, schema: SchemaObject, { value }: Place): Statement[] {
  const { maxLength, minLength, pattern, format } = schema
  const isText = TEXT_FORMATS.some((each) => each === format)
  const isChecked = isText && [schema.type].flat().includes('string')
  return [
    ...(isPositive(minLength)
      ? [refuseIf(`${unit.runtime('shorterThan')}(${value}, ${minLength})`)]
      : []),
    ...(maxLength === undefined
      ? []
      : [refuseIf(`${unit.runtime('longerThan')}(${value}, ${maxLength})`)]),
    ...(pattern === undefined
      ? []
      : [refuseIf(`!${unit.pattern(pattern as string, lengthOf(maxLength))}.test(${value})`)]),
    ...(isChecked
      ? [refuseIf(`!${unit.runtime('formats')}[${quote(String(format))}](${value})`)]
      : []),
  ]
}
/** How long the text of so many code points can be: it has been measured before. */
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

/** The statements about a number; they let pass what is none. */
export function numberStatements(unit: Unit, schema: SchemaObject, { value }: Place): Statement[] {
  return LIMITS.flatMap(([keyword, helper]) => {
    const limit = schema[keyword]
    if (limit === undefined) return []
    return [refuseIf(`!${unit.runtime(helper)}(${value}, ${literal(limit)})`)]
  })
}
