import { riskOf } from '../../../regex/analysis/risk.js'
import { flagsOf } from '../../../regex/flags.js'
import { literal, quote } from '../../print/print.js'

/**
 * A pattern as an expression: a regular expression, or what stands for one that could take too long.
 *
 * @param guarded - What the generated module calls the function of the runtime.
 * @param length - The length that a text has at most, where that is known.
 */
export function patternCode(source: string, guarded: string, length = Infinity): string {
  const [text, flags] = [quote(source), quote(flagsOf(source))]
  if (!isRisky(source, length)) return `new RegExp(${text}, ${flags})`
  const { short, syntax } = riskOf(source) as NonNullable<ReturnType<typeof riskOf>>
  const rest = syntax === undefined ? [] : [literal(syntax)]
  return `${guarded}(${[text, flags, short, ...rest].join(', ')})`
}

/** Whether a text of at most so many characters could take too long for a pattern. */
export function isRisky(source: string, length = Infinity): boolean {
  const risk = riskOf(source)
  return risk !== undefined && risk.short < length
}
