import { riskOf } from '../../../regex/risk/risk.js'
import { flagsOf } from '../../../regex/syntax.js'
import { validation } from '../../../validation/helpers.js'
import { type Code, code, joined, symbol } from '../../print/code.js'
import { literal, quote } from '../../print/print.js'

export type Helper = keyof typeof validation

/** Functions of the runtime's `validation`, which generated code calls by these names. */
export const HELPERS = (Object.keys(validation) as Helper[]).sort((a, b) =>
  a.localeCompare(b, 'en'),
)

export function runtime(helper: Helper): Code {
  return symbol(helper)
}

/** `validation.guarded`, the replacement of patterns that could take too long. */
export const GUARDED = code`${symbol('validation')}.guarded`

/**
 * A pattern as an expression: a regular expression, or its replacement if it could take too long.
 *
 * @param guarded - The runtime's function for that, in the generated module.
 * @param length - Largest length of a string, in UTF-16 code units, if known.
 */
export function patternCode(source: string, guarded: Code, length = Infinity): Code {
  const [text, flags] = [quote(source), quote(flagsOf(source))]
  if (!isRisky(source, length)) return code`new RegExp(${text}, ${flags})`
  const { short, syntax } = riskOf(source) as NonNullable<ReturnType<typeof riskOf>>
  const rest = syntax === undefined ? [] : [literal(syntax)]
  return code`${guarded}(${joined([text, flags, String(short), ...rest], ', ')})`
}

/** True if a string of at most `length` code units could take too long for a pattern. */
export function isRisky(source: string, length = Infinity): boolean {
  const risk = riskOf(source)
  return risk !== undefined && risk.short < length
}
