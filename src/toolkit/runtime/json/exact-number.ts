import { type InexactNumber, inexactNumber } from '../../validation/numeric.js'

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * The value of a JSON number: `bigint` for an integer beyond the safe ones, else `number`. `undefined` for a text
 * that is none.
 */
export function parseNumber(text: string): number | bigint | InexactNumber | undefined {
  const [, sign, whole = '', fraction = '', exponent = ''] = NUMBER.exec(text) ?? []
  if (sign === undefined) return undefined
  const number = Number(text)
  if (!Number.isFinite(number)) return inexactNumber(text)
  if (fraction + exponent === '') return Number.isSafeInteger(number) ? number : BigInt(text)
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  if (digits === '') return number
  const significant = withoutTrailingZeros(digits)
  // The number is finite, so that at most 309 digits precede the point.
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length
  if (zeros < 0) return Number.isInteger(number) ? inexactNumber(text) : number
  if (Number.isSafeInteger(number)) return number
  return BigInt(`${sign}${significant}${'0'.repeat(zeros)}`)
}

/** `/0+$/` would start again at every zero: half a minute for 0.1000…0001 in 200 kB. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
