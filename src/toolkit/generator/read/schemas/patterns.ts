import { isObject } from '../../../openapi/json.js'
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
  const pattern = withUnicodeSyntax(String(value))
  const flags = patternFlags(pattern)
  if (flags === undefined) {
    const [reason, advice] = refusedSyntax(pattern)
    const message = `the pattern ${excerpt(value)} is no regular expression of ECMA-262${reason}`
    cursor.report.wrong(cursor, message, advice, 'pattern')
    return undefined
  }
  const foreign = foreignSyntax(String(value), patternFlags(String(value)))
  if (foreign !== undefined) {
    const message = `${foreign} in the pattern ${excerpt(value)} is of another language, and is a text in ECMA-262`
    cursor.warn(message, `write it as in JavaScript${remedyFor(foreign)}`)
  } else if (flags === '') reportProperty(cursor, pattern)
  return pattern
}

/** What other languages have and ECMA-262 refuses, with what it has instead. */
const OTHERS: readonly (readonly [syntax: RegExp, name: string, advice: string])[] = [
  [
    /\(\?[a-zA-Z]*(-[a-zA-Z]+)?[:)]/,
    'sets flags, as in other languages',
    'leave the flags out, and write `[Aa]` for a letter in both cases',
  ],
  [/\(\?P[<=>]/, 'names a group, as in other languages', 'write `(?<name>…)`'],
  [/\(\?>/, 'is an atomic group, as in other languages', 'write `(?:…)`'],
  [/\(\?#/, 'is a comment, as in other languages', 'leave it out'],
  [/[*+?}]\+/, 'is possessive, as in other languages', 'leave out its second sign'],
  [/^[*+?]/, 'repeats nothing', 'write `.*` for any text'],
]

/** Why a pattern does not compile, as far as another language tells, and what to do. */
function refusedSyntax(pattern: string): readonly [reason: string, advice: string] {
  for (const [syntax, name, advice] of OTHERS) {
    const found = syntax.exec(pattern)?.[0]
    if (found !== undefined) return [`: \`${found}\` ${name}`, advice]
  }
  const isOpen = /(?<!\\)\[[^\]]*$/.test(pattern)
  return isOpen ? [': `[` is not closed', 'close it, or write `\\[`'] : ['', 'correct the pattern']
}

/** Anchors and classes of other languages, which compile with a meaning that no author intends. */
function foreignSyntax(pattern: string, flags: string | undefined): string | undefined {
  if (/^\/\^.*\$\/[a-z]*$/s.test(pattern)) return '/…/'
  if (flags === 'u') return undefined
  return /(?<!\\)(?:\\\\)*(\\[AzZ]|\\x\{[\dA-Fa-f]+\}|\[:[a-z]+:\])/.exec(pattern)?.[1]
}

/** `\p{L}` and `\u{1F600}` are letters and braces in a pattern that does not compile with the flag `u`. */
function reportProperty(cursor: Cursor, pattern: string): void {
  const found = /(?<!\\)(?:\\\\)*(\\p(?:\{[^}]*\}|[A-Z])|\\u\{[\da-f]+\})/i.exec(pattern)?.[1]
  if (found === undefined) return
  const message = `${found} in the pattern ${excerpt(pattern)} is a text, as the pattern does not compile with the flag \`u\``
  cursor.warn(
    message,
    'correct what `u` refuses; a property is written as in `\\p{L}` or `\\p{Script=Latin}`',
  )
}

function remedyFor(foreign: string): string {
  if (foreign === '/…/') return ', without slashes around it'
  if (foreign.startsWith('\\x')) return ': `\\u{1F600}` is a character by its number'
  if (foreign.startsWith('[')) return ': a class of characters such as `[a-z]`'
  return foreign === '\\A' ? ': `^` is the start of a text' : ': `$` is the end of a text'
}

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
  const { degree, short } = risk
  const quoted = pattern.length > MAX_LENGTH ? `${pattern.slice(0, MAX_LENGTH)}…` : pattern
  const time = Number.isFinite(degree) ? `time that grows with n^${degree}` : 'exponential time'
  cursor.warn(
    `the pattern ${JSON.stringify(quoted)} may take ${time}; texts of more than ${short} characters are refused`,
    `rewrite it so that a text can match in one way only, without references back, or add \`maxLength: ${Math.floor(short / 2)}\``,
  )
}
