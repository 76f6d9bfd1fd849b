/** Seeded chance, so that what fails fails again. */
export interface Chance {
  /** An integer from 0 to `limit - 1`. */
  below(limit: number): number
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32, a generator of 32 bits. */
export function chance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (choices) => choices[below(choices.length)] as never }
}

/** A JSON number of up to about 20 characters: as likely near a limit of precision as elsewhere. */
export function randomNumber({ below, pick }: Chance): string {
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('')
  const whole = pick(['0', String(1 + below(9)) + digits(below(18)), `9${'9'.repeat(below(17))}`])
  const fraction = pick(['', '', `.${digits(1 + below(16))}`, `.${'0'.repeat(1 + below(14))}`])
  const exponent = pick(['', '', '', pick(['e', 'E']) + pick(['', '+', '-']) + below(30)])
  return pick(['', '-']) + whole + fraction + exponent
}

const STRINGS = ['""', '"a"', '"b"', '"é💚"', '"\\n"', '"\\u0061"', '"\\ud83d\\udc9a"', '"\\ud800"']
const KEYS = ['"a"', '"b"', '"c"', '"\\u0061"', '"__proto__"', '"constructor"', '""', '"1"']
const ODD = [...'{}[],:"\\-+.eE0', ' ', '\t', '\u00a0', '01', '1.', '.5', '1e', 'NaN', 'nul', "'a'"]

/** A JSON text as its tokens; some of its objects have a member twice. */
export function randomTokens(random: Chance, depth = 0): string[] {
  const { below, pick } = random
  const kind = below(depth < 4 ? 7 : 5)
  if (kind < 2) return [randomNumber(random)]
  if (kind < 4) return [pick(STRINGS)]
  if (kind === 4) return [pick(['true', 'false', 'null'])]
  const items = Array.from({ length: below(4) }, () => [
    ...(kind === 6 ? [pick(KEYS), ':'] : []),
    ...randomTokens(random, depth + 1),
  ])
  const [open, close] = kind === 6 ? ['{', '}'] : ['[', ']']
  return [open, ...items.flatMap((item, index) => (index > 0 ? [',', ...item] : item)), close]
}

/** A text of these tokens with space between some, and now and then a token too many or too few. */
export function randomText(random: Chance): string {
  const { below, pick } = random
  const tokens = randomTokens(random)
  for (let faults = pick([0, 0, 1, 2]); faults > 0; faults--)
    tokens.splice(below(tokens.length + 1), below(2), ...pick([[], [pick(ODD)], [pick(tokens)]]))
  return tokens.map((token) => token + pick(['', '', '', ' ', '\n', '\r\t'])).join('')
}
