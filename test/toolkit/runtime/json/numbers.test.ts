import t from 'tap'
import { isInt64 } from '#toolkit/openapi/json.js'
import { parseNumber } from '#toolkit/runtime/json/exact-number.js'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { rounded } from '#toolkit/validation/conversions/inexact-integers.js'
import { chance, randomNumber } from './random.js'

/** The outcome of a number for an int64: `refused` by its validator; `toBigInt` takes all others. */
type AtInt64 = bigint | 'refused'

const MAX = 2n ** 63n - 1n
const MIN = -(2n ** 63n)

const table: [text: string, atInt64: AtInt64, elsewhere: number][] = [
  ['0', 0n, 0],
  ['-0', 0n, -0],
  ['-0.0e5', 0n, -0],
  ['0e400', 0n, 0],
  ['1.0', 1n, 1],
  ['1e2', 100n, 100],
  ['1E+2', 100n, 100],
  ['1200e-2', 12n, 12],
  ['0.12e2', 12n, 12],
  ['1.5', 'refused', 1.5],
  ['15e-1', 'refused', 1.5],
  ['0.1', 'refused', 0.1],
  ['9007199254740991', 2n ** 53n - 1n, 2 ** 53 - 1],
  ['9007199254740992', 2n ** 53n, 2 ** 53],
  ['9007199254740993', 2n ** 53n + 1n, 2 ** 53],
  ['-9007199254740993', -(2n ** 53n) - 1n, -(2 ** 53)],
  ['9007199254740993.0', 2n ** 53n + 1n, 2 ** 53],
  ['9007199254740993e0', 2n ** 53n + 1n, 2 ** 53],
  ['9.007199254740993e15', 2n ** 53n + 1n, 2 ** 53],
  ['90071992547409930e-1', 2n ** 53n + 1n, 2 ** 53],
  ['9007199254740992.5', 'refused', 2 ** 53],
  ['4503599627370497.25', 'refused', 4503599627370497],
  ['0.99999999999999999', 'refused', 1],
  ['1.00000000000000001', 'refused', 1],
  ['1e-400', 'refused', 0],
  ['-1e-400', 'refused', -0],
  ['1e18', 10n ** 18n, 1e18],
  ['1e19', 'refused', 1e19],
  [String(MAX), MAX, 2 ** 63],
  [String(MAX + 1n), 'refused', 2 ** 63],
  [`${MAX}.5`, 'refused', 2 ** 63],
  [String(MIN), MIN, -(2 ** 63)],
  [String(MIN - 1n), 'refused', -(2 ** 63)],
  ['1e308', 'refused', 1e308],
  ['1e400', 'refused', Infinity],
  ['-1e400', 'refused', -Infinity],
  ['9'.repeat(400), 'refused', Infinity],
  [`0.${'0'.repeat(400)}1`, 'refused', 0],
  [`1${'0'.repeat(400)}e-400`, 1n, 1],
  [`0.${'0'.repeat(400)}1e401`, 1n, 1],
]

for (const [text, atInt64, elsewhere] of table) {
  t.test(`${text.slice(0, 24)} (${text.length} characters)`, async (t) => {
    t.strictSame(readAtInt64(text), atInt64, 'where an int64 stands')
    t.strictSame(readByExactParser(text), atInt64, 'the same beside a text with an escape')
    t.ok(Object.is(rounded(parseJson(Buffer.from(text))), elsewhere), 'elsewhere, once it is valid')
    t.ok(Object.is(JSON.parse(text), elsewhere), 'as JSON.parse reads it')
  })
}

/** The validator's rule, then what `toBigInt` does. */
function judge(value: unknown): AtInt64 {
  return isInt64(value) ? BigInt(value) : 'refused'
}

function readAtInt64(text: string): AtInt64 {
  return judge(parseJson(Buffer.from(text), { int64: true }))
}

function readByExactParser(text: string): AtInt64 {
  const bytes = Buffer.from(`["\\n",${text}]`)
  const [, value] = parseJson(bytes, { items: { int64: true } }) as [string, unknown]
  return judge(value)
}

t.test('an int64 that JSON.parse would round takes the exact parser', async (t) => {
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

t.test('a number is found everywhere in JSON', async (t) => {
  const text = '9007199254740993'
  const conversions = {
    int64: true,
    items: { int64: true },
    members: { a: { int64: true } },
  } as const
  for (const [before, after] of [
    ['', ''],
    ['[', ']'],
    ['[1,', ']'],
    ['[1 ,\t', ' ]'],
    ['{"a":', '}'],
    ['{"a" : \n', '}'],
  ] as const) {
    const printed = JSON.stringify(
      parseJson(Buffer.from(`${before}${text}${after}`), conversions),
      print,
    )
    t.match(printed, `"${text}n"`, `${before}…${after}`)
  }
})

function print(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

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

t.test('malformed numbers are refused', async (t) => {
  const texts = [
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '0x1',
    '1_0',
    'NaN',
    'Infinity',
    '١',
  ]
  for (const text of texts) t.equal(parseNumber(text), undefined, text)
})
