import type { Rule } from '../../conformance/values/place.js'
import type { Schema, SchemaObject } from '../../openapi/schema/schema.js'
import { formats } from '../../validation/formats.js'
import { gapOf, type KeywordProof } from './gap.js'
import { type TextRules, textOutside } from './patterns.js'

/** Longest string that a witness may need. */
const LONGEST = 10_000

/** `minLength` and `maxLength`. */
export const lengthProof: KeywordProof = (proof) => {
  const { minLength, maxLength } = proof.wanted.schema
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? Infinity)]
  const given = textRulesOf(proof.givens)
  const short = { type: 'string', maxLength: least - 1 }
  const long = most > LONGEST ? [] : [{ type: 'string', minLength: most + 1 }]
  const gaps = [
    ...(given.least >= least ? [] : [gapOf(proof, 'minLength', [short])]),
    ...(given.most <= most ? [] : [gapOf(proof, 'maxLength', long)]),
  ]
  if (gaps.length === 0 || given.patterns.length === 0) return gaps
  return textOutside(given, { patterns: [], least, most }) === null ? [] : gaps
}

/** What texts are known to satisfy. */
function textRulesOf(givens: readonly Rule[]): TextRules {
  return {
    patterns: givens.flatMap(({ schema }) => schema.pattern ?? []),
    least: Math.max(0, ...countsIn(givens, 'minLength')),
    most: Math.min(Infinity, ...countsIn(givens, 'maxLength')),
  }
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

/** `pattern`: the same, or one that all texts of the given ones match. */
export const patternProof: KeywordProof = (proof) => {
  const { pattern = '' } = proof.wanted.schema
  const given = textRulesOf(proof.givens)
  if (given.patterns.includes(pattern)) return []
  const wanted = { patterns: [pattern], ...ANY_LENGTH }
  // Lengths make many states: without them more is proved.
  const isProved = textOutside({ ...given, ...ANY_LENGTH }, wanted) === null
  const text = isProved ? null : textOutside(given, wanted)
  if (text === null) return []
  const shown = text === undefined ? [] : [{ enum: [text] }]
  return [gapOf(proof, 'pattern', [...shown, ...ODD_STRINGS])]
}

const ANY_LENGTH = { least: 0, most: Infinity }

/** Formats that a format accepts all strings of. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  'idn-email': ['email'],
  'idn-hostname': ['hostname'],
  iri: ['uri'],
  'iri-reference': ['iri', 'uri', 'uri-reference'],
  'uri-reference': ['uri'],
}

/** `format` of strings, if it is one that is checked. */
export const formatProof: KeywordProof = (proof) => {
  const { format = '' } = proof.wanted.schema
  if (!isChecked(proof.wanted.schema) || !Object.hasOwn(formats, format)) return []
  const kept = [format, ...(WITHIN[format] ?? [])]
  const isKept = proof.givens.some(({ schema }) => {
    return kept.includes(schema.format ?? '') && isChecked(schema)
  })
  return isKept ? [] : [gapOf(proof, 'format', ODD_STRINGS)]
}

/** Formats describe unless the type beside them is that of strings. */
function isChecked({ type }: SchemaObject): boolean {
  return [type].flat().includes('string')
}
