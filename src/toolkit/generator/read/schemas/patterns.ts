import { isObject, plainText } from '../../../openapi/json.js'
import { maxCodeUnits } from '../../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../../openapi/schema/schema.js'
import { withUnicodeSyntax } from '../../../regex/needless-escapes.js'
import { riskOf } from '../../../regex/risk/risk.js'
import { patternFlags } from '../../../regex/syntax.js'
import type { Cursor } from '../document/cursor.js'
import { excerpt } from './malformed-schemas.js'

/**
 * A pattern as it is matched; one that does not compile is reported. JSON Schema's patterns are ECMA-262 regular
 * expressions with the `u` flag (2020-12, section 6.4); many patterns compile only without it.
 */
export function readPattern(cursor: Cursor, value: unknown): string | undefined {
  const pattern = withUnicodeSyntax(plainText(value))
  const flags = patternFlags(pattern)
  if (flags === undefined) {
    const [reason, advice] = refusedSyntax(pattern)
    const message = `the pattern ${excerpt(value)} is no regular expression of ECMA-262${reason}`
    cursor.wrong(message, advice, 'pattern')
    return undefined
  }
  const foreign = foreignIn(plainText(value), flags)
  if (foreign !== undefined) {
    const message = `${foreign} in the pattern ${excerpt(value)} is a text in ECMA-262`
    const advice =
      foreign === LITERAL
        ? 'leave out the slashes and what is behind them: a pattern has no flags'
        : 'write it as JavaScript has it, and correct what its flag `u` refuses'
    cursor.warn(message, advice)
  }
  return pattern
}

/** What other languages have and ECMA-262 refuses, with what it has instead. */
const REFUSED: readonly (readonly [syntax: RegExp, advice: string])[] = [
  [/\(\?[a-zA-Z]*(-[a-zA-Z]+)?[:)]/, 'leave the flags out, and write `[Aa]` for both cases'],
  [/\(\?P[<=>]/, 'write `(?<name>…)`'],
  [/\(\?>/, 'write `(?:…)`'],
  [/\(\?#/, 'leave the comment out'],
  [/[*+?}]\+/, 'leave out its second sign'],
  [/^[*+?]/, 'write `.*` for any text'],
  [/(?<!\\)\[[^\]]*$/, 'close it, or write `\\[`'],
]

/** Why a pattern does not compile, as far as the syntax of other languages tells, and what to do. */
function refusedSyntax(pattern: string): readonly [reason: string, advice: string] {
  for (const [syntax, advice] of REFUSED) {
    const found = syntax.exec(pattern)?.[0]
    if (found !== undefined) return [`: \`${found}\` is none of it`, advice]
  }
  return ['', 'correct the pattern']
}

/** What compiles with a meaning that no author intends: of other languages, or of the flag `u` where that refuses more. */
function foreignIn(pattern: string, flags: string): string | undefined {
  if (/^\/\^.*\$\/[a-z]*$/s.test(pattern)) return LITERAL
  if (patternFlags(pattern) === 'u') return undefined
  return (flags === 'u' ? FOREIGN : LETTERS).exec(pattern)?.[1]
}

/** What is written around a pattern in a program. */
const LITERAL = '/…/'
const FOREIGN = /(?<!\\)(?:\\\\)*(\\[AzZ]|\\x\{[\dA-Fa-f]+\}|\[:[a-z]+:\])/
const LETTERS =
  /(?<!\\)(?:\\\\)*(\\[AzZ]|\\x\{[\dA-Fa-f]+\}|\[:[a-z]+:\]|\\p(?:\{[^}]*\}|[A-Z])|\\u\{[\da-fA-F]+\})/i

const MAX_LENGTH = 80

/** Reports patterns of a schema that could take very long, and that the linear matcher does not support. */
export function reportPatterns(cursor: Cursor, schema: SchemaObject): void {
  const { pattern, patternProperties } = schema
  if (typeof pattern === 'string') {
    reportPattern(cursor.get('pattern') as Cursor, pattern, maxCodeUnits(schema))
  }
  if (!isObject(patternProperties)) return
  for (const [name, member] of (cursor.get('patternProperties') as Cursor).entries()) {
    const pattern = withUnicodeSyntax(name)
    if (Object.hasOwn(patternProperties, pattern)) reportPattern(member, pattern, Infinity)
  }
}

function reportPattern(cursor: Cursor, pattern: string, length: number): void {
  const risk = riskOf(pattern)
  if (risk === undefined || risk.syntax !== undefined || risk.short >= length) return
  const { short } = risk
  const quoted = pattern.length > MAX_LENGTH ? `${pattern.slice(0, MAX_LENGTH)}…` : pattern
  cursor.warn(
    `the pattern ${JSON.stringify(quoted)} may take very long; texts of more than ${short} characters are refused`,
    `rewrite it so that a text can match in one way only, without references back, or add \`maxLength: ${Math.floor(short / 2)}\``,
  )
}
