/** Numbers of fewer digits, or of more, that come first among texts where they come last among numbers. */
export function ofOtherLength(value: number | bigint): (number | bigint)[] {
  const { length } = String(value).replace(/^-|\..*$/g, '')
  const [fewer, more] = [10 ** (length - 1) - 1, 10 ** length]
  const all = length > 1 ? [fewer, more] : [more]
  return typeof value === 'bigint' ? all.map(BigInt) : all
}
