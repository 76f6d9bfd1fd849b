/** Greatest integer up to a number of a schema. */
export function floorOf(number: unknown): bigint {
  return typeof number === 'bigint' ? number : BigInt(Math.floor(Number(number)))
}

/** Smallest integer from a number of a schema on. */
export function ceilingOf(number: unknown): bigint {
  return typeof number === 'bigint' ? number : BigInt(Math.ceil(Number(number)))
}

/** Greatest integer up to a quotient; division of `bigint`s cuts off. */
export function floored(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}

export function smallest(...all: readonly bigint[]): bigint {
  return all.reduce((best, each) => (each < best ? each : best))
}

export function greatest(...all: readonly bigint[]): bigint {
  return all.reduce((best, each) => (each > best ? each : best))
}

export function leastCommonMultiple(one: bigint, other: bigint): bigint {
  return (one / greatestCommonDivisor(one, other)) * other
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestCommonDivisor(other, one % other)
}

/** The integers that are multiples of a number are those of this one: 5 for 2.5. */
export function wholeStep(factor: unknown): bigint {
  if (typeof factor === 'bigint') return factor
  const [digits = '', exponent] = Number(factor).toExponential().split('e')
  const [whole, fraction = ''] = digits.split('.')
  const power = Number(exponent) - fraction.length
  const unit = BigInt(`${whole}${fraction}`)
  if (power >= 0) return unit * 10n ** BigInt(power)
  return unit / greatestCommonDivisor(unit, 10n ** BigInt(-power))
}

/** Distance of the integers near a number that a `number` holds: 1 up to 2^53. */
export function spacing(near: bigint): bigint {
  const bits = near.toString(2).replace('-', '').length
  return 2n ** BigInt(Math.max(bits - 53, 0))
}
