import type { Rule } from '../../conformance/values/place.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { formats } from '../../validation/formats.js'
import { gapOf, type KeywordProof } from './gap.js'

/** Longest string that a witness may need. */
const LONGEST = 10_000

/** `minLength` and `maxLength`. */
export const lengthProof: KeywordProof = (proof) => {
  const { minLength, maxLength } = proof.wanted.schema
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? Infinity)]
  const isLong = countsIn(proof.givens, 'minLength').some((each) => each >= least)
  const isShort = countsIn(proof.givens, 'maxLength').some((each) => each <= most)
  const short = { type: 'string', maxLength: least - 1 }
  const long = most > LONGEST ? [] : [{ type: 'string', minLength: most + 1 }]
  return [
    ...(least === 0 || isLong ? [] : [gapOf(proof, 'minLength', [short])]),
    ...(maxLength === undefined || isShort ? [] : [gapOf(proof, 'maxLength', long)]),
  ]
}

/** The counts that some rules have for a keyword. */
export function countsIn(rules: readonly Rule[], keyword: string): number[] {
  return rules.flatMap(({ schema }) =>
    Object.hasOwn(schema, keyword) ? Number(schema[keyword]) : [],
  )
}

/** Strings that few patterns and formats accept. */
const ODD = ['', 'x', 'X', '0', '-1', ' ', '!', 'a b', 'é', 'text', 'TEXT', '1234567890', '😀']

const ODD_STRINGS: readonly Schema[] = [{ type: 'string' }, { enum: ODD }]

/** `pattern`: the same, or a gap. */
export const patternProof: KeywordProof = (proof) => {
  const { pattern } = proof.wanted.schema
  const isKept = proof.givens.some(({ schema }) => schema.pattern === pattern)
  return isKept ? [] : [gapOf(proof, 'pattern', ODD_STRINGS)]
}

/** `format` of strings, if it is one that is checked. */
export const formatProof: KeywordProof = (proof) => {
  const { format = '' } = proof.wanted.schema
  if (!isChecked(proof.wanted.schema) || !Object.hasOwn(formats, format)) return []
  const isKept = proof.givens.some(({ schema }) => schema.format === format && isChecked(schema))
  return isKept ? [] : [gapOf(proof, 'format', ODD_STRINGS)]
}

/** Formats describe unless the type beside them is that of strings. */
function isChecked({ type }: SchemaObject): boolean {
  return [type].flat().includes('string')
}
