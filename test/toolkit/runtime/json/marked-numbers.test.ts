import t from 'tap'
import { parseNumber } from '#toolkit/runtime/json/exact-number.js'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import type { Conversions } from '#toolkit/validation/conversions/conversions.js'
import { markInexact } from '#toolkit/validation/conversions/converted-values.js'
import { isInexactNumber, nearestTo } from '#toolkit/validation/numeric.js'

const HERE: Conversions = { int64: true }
const tree: Conversions = { members: { id: HERE, parts: { items: { ref: () => tree } } } }

const schemas: Readonly<Record<string, Conversions | undefined>> = {
  nothing: undefined,
  'a value': HERE,
  'a tree': tree,
  'members by pattern, and the rest': {
    members: { a: {} },
    patterns: [[/^x/, HERE]],
    rest: { items: HERE },
  },
  'fixed items, and the others': { prefix: [HERE, null], items: { members: { a: HERE } } },
  alternatives: { any: [[() => false, { members: { id: HERE } }]], all: [{ items: HERE }] },
}

const BIG = '9007199254740993'

const texts = [
  BIG,
  `-${BIG}`,
  '9223372036854775808',
  '1e2',
  '1E400',
  '-0e0',
  '0.1000000000000000055511151231257827',
  '5.00000000000000000001',
  `1${'0'.repeat(400)}`,
  `{"id":${BIG},"parts":[{"id":${BIG}0,"parts":[]},{"other":${BIG}}],"x":${BIG}}`,
  `{"a":${BIG},"x1":${BIG},"y":[${BIG},1],"z":[${BIG}],"x2":"1"}`,
  `[${BIG},${BIG},{"a":${BIG}},{"b":${BIG}}]`,
  `{"__proto__":${BIG},"id":null,"toString":true}`,
  `{"id":${BIG},"name":"Hart’s-tongue \\"fern\\" \\\\ \\n"}`,
  `{"name":"\u007f5","id":${BIG}}`,
  `{"name":"\\u007f5","id":${BIG}}`,
  '{"name":"\\u007f\\"5","id":1}',
  '{"text":"1234567890123456 1e5"}',
  '[1e5,1e-7,1E2,5e0,0e9,1e5]',
  '[1e5,1e99]',
  '[1e5,1e400]',
  '[1e5,1e30]',
  `{"id":${BIG},"parts":[1.5e-7,-1.25e30,12345678901234567890,-9223372036854775808]}`,
  `[${`-${BIG},`.repeat(120)}1e-7]`,
  `[${`-${BIG},`.repeat(120)}1e98]`,
  '9999999999999999999',
  '-1234567890123456789',
  '1000000000000000',
  `${'['.repeat(256)}${BIG}${']'.repeat(256)}`,
]

/** Texts that are no JSON, or no I-JSON. */
const broken = [
  `{${BIG}:1}`,
  `{"id":${BIG},"id":${BIG}}`,
  `{"id":${BIG},"\\u0069d":1}`,
  `0${BIG}`,
  `-0${BIG}`,
  `--${BIG}`,
  '--1e5',
  '[1e5,1e]',
  '[1e5,1e5-]',
  '90071992547409:93',
  `{"id":${BIG}:1}`,
  `1-${BIG}`,
  `${BIG}.`,
  `.${BIG}`,
  `+${BIG}`,
  `-`,
  `${BIG} ${BIG}`,
  `${BIG}"a"`,
  `"a"${BIG}`,
  `tru${BIG}e`,
  `[${BIG}`,
  `"${BIG}`,
  `["a\\`,
  `${'['.repeat(300)}${BIG}${']'.repeat(300)}`,
]

/** A value, with what a test can compare in place of functions; or the error. */
function outcome(parse: () => unknown): unknown {
  try {
    return comparable(parse())
  } catch (error) {
    return (error as Error).name
  }
}

function comparable(value: unknown): unknown {
  // Validators refuse either.
  if (isInexactNumber(value)) return { inexact: nearestTo(value) }
  if (value === Infinity) return { inexact: value }
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value
  if (Array.isArray(value)) return value.map(comparable)
  return Object.entries(value).map(([name, member]) => [name, comparable(member)])
}

/** The value of a text, by another way to exact numbers: they are parsed as texts. */
function exactly(text: string): unknown {
  const marked = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"\\ud800${token}"`,
  )
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith('\ud800') ? parseNumber(value.slice(1)) : value,
  )
}

for (const [name, conversions] of Object.entries(schemas)) {
  t.test(
    `numbers are exact where int64s are, and nowhere rounded to integers: ${name}`,
    async (t) => {
      for (const text of texts) {
        const exact = outcome(() => markInexact(exactly(text), conversions))
        const read = outcome(() => parseJson(Buffer.from(text), conversions))
        t.strictSame(read, exact, text.slice(0, 60))
      }
      for (const text of broken) {
        const read = outcome(() => parseJson(Buffer.from(text), conversions))
        t.equal(read, 'JsonSyntaxError', text.slice(0, 60))
      }
    },
  )
}
