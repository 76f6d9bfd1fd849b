import t from 'tap'
import { isInt64 } from '#toolkit/openapi/json.js'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { rounded } from '#toolkit/validation/conversions/converted-values.js'
import { chance, randomNumber } from './random.js'

/** The outcome of a number for an int64: `refused` by its validator; `toBigInt` takes all others. */
type AtInt64 = bigint | 'refused'

const MAX = 2n ** 63n - 1n
const MIN = -(2n ** 63n)

const BORDERS = [
  ...[MAX, MAX + 1n, MIN, MIN - 1n, 2n ** 53n + 1n].map(String),
  ...[`${MAX}.5`, '-0.0e5', '0e400', '1e18', '1e19', '1e400', '-1e-400', '9'.repeat(400)],
  ...[`0.${'0'.repeat(400)}1`, `1${'0'.repeat(400)}e-400`, `0.${'0'.repeat(400)}1e401`],
]

for (const text of BORDERS) {
  t.test(`${text.slice(0, 24)} (${text.length} characters) is exact or refused`, async (t) => {
    t.equal(readAtInt64(text), exactValue(text), 'where an int64 stands')
    t.equal(readBesideEscape(text), exactValue(text), 'the same beside a text with an escape')
    t.ok(Object.is(rounded(parseJson(Buffer.from(text))), JSON.parse(text)), 'elsewhere')
  })
}

/** The validator's rule, then what `toBigInt` does. */
function judge(value: unknown): AtInt64 {
  return isInt64(value) ? BigInt(value) : 'refused'
}

function readAtInt64(text: string): AtInt64 {
  return judge(parseJson(Buffer.from(text), { int64: true }))
}

function readBesideEscape(text: string): AtInt64 {
  const bytes = Buffer.from(`["\\n",${text}]`)
  const [, value] = parseJson(bytes, { items: { int64: true } }) as [string, unknown]
  return judge(value)
}

t.test('an int64 that JSON.parse would round is exact', async (t) => {
  const random = chance(2)
  const wrong: string[] = []
  const count = { exact: 0, refused: 0 }
  for (let index = 0; index < 50_000; index++) {
    const text = randomNumber(random)
    const expected = exactValue(text)
    const around = random.pick([(number: string) => number, (number: string) => ` ${number}\n`])
    const found = readAtInt64(around(text))
    if (found !== expected) wrong.push(`${text}: ${found}, not ${expected}`)
    count[expected === 'refused' ? 'refused' : 'exact']++
  }
  t.same(wrong, [])
  for (const [side, times] of Object.entries(count)) t.ok(times > 5_000, `${side}: ${times}`)
})

/** The value of a number's text by exact arithmetic, in another way than the parser does it. */
function exactValue(text: string): AtInt64 {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent) - fraction.length
  const numerator = BigInt(whole + fraction) * 10n ** BigInt(Math.max(shift, 0))
  const denominator = 10n ** BigInt(Math.max(-shift, 0))
  if (numerator % denominator !== 0n) return 'refused'
  const value = numerator / denominator
  return value >= MIN && value <= MAX ? value : 'refused'
}

t.test('numbers may be as long as a body', async (t) => {
  const zeros = '0'.repeat(500_000)
  for (const [text, value] of [
    [`0.1${zeros}1`, 0.1],
    [`1${zeros}1`, Infinity],
    [`1${zeros}`, Infinity],
    [`1e${zeros}1`, 10],
    [`1${zeros}e-500000`, 1],
  ] as const) {
    const name = `${text.slice(0, 4)}…${text.slice(-9)}`
    const parsed = parseJson(Buffer.from(text), { int64: true })
    t.equal(rounded(parsed), value, name)
  }
})
