import { type InexactNumber, inexactNumber } from '../../validation/numeric.js'

/** The value of a JSON number: `bigint` for an integer beyond the safe ones, else `number`. */
function exactNumber(token: string): number | bigint | InexactNumber {
  const number = Number(token)
  if (!Number.isFinite(number)) return inexactNumber(token)
  const integer = exactInteger(token)
  if (integer === undefined) return Number.isInteger(number) ? inexactNumber(token) : number
  return Number.isSafeInteger(number) ? number : integer
}

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The integer of a token; `undefined` if it has a fraction. */
function exactInteger(token: string): bigint | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = PARTS.exec(token) as string[]
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return 0n
  const significant = withoutTrailingZeros(digits)
  // The number is finite, so that at most 309 digits precede the point.
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length
  if (zeros < 0) return undefined
  return BigInt(`${sign}${significant}${'0'.repeat(zeros)}`)
}

/** `/0+$/` would start again at every zero: half a minute for 0.1000…0001 in 200 kB. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** Parses one JSON number; `undefined` if it is not one. */
export function parseNumber(text: string): number | bigint | InexactNumber | undefined {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? exactNumber(text) : undefined
}
