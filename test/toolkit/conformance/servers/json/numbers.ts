import { Decimal } from './value.js'

/** More digits than any number needs: what has more is not computed. */
const MOST_DIGITS = 400

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The value of a token: a double where that is exact enough, a bigint for large integers. */
export function numberOf(token: string): number | bigint | Decimal {
  const { digits, exponent } = scaled(token)
  const double = Number(token)
  if (digits === 0n) return 0
  if (exponent < 0) return Number.isInteger(double) ? new Decimal(token) : double
  if (Number.isSafeInteger(double)) return double
  if (exponent > MOST_DIGITS) return new Decimal(token)
  return digits * 10n ** BigInt(exponent)
}

/** The number as `digits * 10 ** exponent`, without zeros at the end of the digits. */
export function scaled(token: string): { digits: bigint; exponent: number } {
  const [, sign = '', whole = '0', fraction = '', power = '0'] = NUMBER.exec(token) ?? []
  const all = `${whole}${fraction}`
  const digits = all.replace(/0+$/, '')
  const exponent = Number(power) - fraction.length + (all.length - digits.length)
  return { digits: BigInt(`${sign}${digits === '' ? '0' : digits}`), exponent }
}

/** Whether one number is a whole multiple of another, in decimal digits. */
export function isMultiple(value: number | bigint | Decimal, of: number): boolean {
  const [one, other] = [scaled(tokenOf(value)), scaled(String(of))]
  const least = Math.min(one.exponent, other.exponent)
  if (Math.max(one.exponent, other.exponent) - least > MOST_DIGITS) return false
  const level = ({ digits, exponent }: typeof one) => digits * 10n ** BigInt(exponent - least)
  return level(one) % level(other) === 0n
}

export function asDouble(value: number | bigint | Decimal): number {
  return Number(value instanceof Decimal ? value.token : value)
}

export function asInteger(value: number | bigint | Decimal): bigint | undefined {
  if (typeof value === 'bigint') return value
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined
}

export function tokenOf(value: number | bigint | Decimal): string {
  return value instanceof Decimal ? value.token : String(value)
}
