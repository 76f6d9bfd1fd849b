import { type Codec, FormatError } from 'fastify-contract'

/** Amounts as cents. */
export const money: Codec<bigint> = {
  decode(text) {
    const [, whole, cents] = /^(\d+)\.(\d\d)$/.exec(text) ?? []
    if (whole === undefined) throw new FormatError('must be an amount such as 1.50')
    return BigInt(whole + cents)
  },
  encode: (amount) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`,
}
