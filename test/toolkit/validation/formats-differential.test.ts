import t from 'tap'
import { formats } from '#toolkit/validation/formats.js'
import { ends } from '../../helpers/ends.js'
import { type Chance, chance } from '../runtime/json/random.js'
import { stepwise } from './stepwise-formats.js'

const TEXTS = 40_000

interface Material {
  readonly characters: string
  readonly texts: readonly string[]
}

const TIMES: Material = {
  characters: '0123456789:.+-zZtT ',
  texts: ['23:59:60Z', '12:34:56.78+05:30', '00:00:60+00:01', '15:59:60-08:00', '24:00:00Z'],
}
const DATES: Material = {
  characters: '0123456789-',
  texts: ['2024-02-29', '2023-02-29', '2000-02-29', '1900-02-29', '2023-04-31', '2023-12-31'],
}
const URIS: Material = {
  // The letters are such that only ignoring case in Unicode would take for `s` and `k`.
  characters: 'aZ0%:/?#[]@!$.-+~_^ \\"v1f{|\u00e9\u017f\u212a\n',
  texts: [
    ...['https://a.b/c?d=e#f', 'http://user:pw@[v1.a]:80/', 'http://[::1]/', 'urn:a:b', 'a://b:8'],
    ...['http://[1::2]:3?x', 'a:/b//c', 'a:b@c', 'http://%41%42@a%2fb/%20?%20#%20', '//a/b', '?#'],
    ...['a/b:c', '/a:b', ':', 'http://a.b?c', 'http://[::ffff:1.2.3.4]#x', 'a%zz'],
  ],
}

const MATERIALS: Readonly<Record<keyof typeof stepwise, Material>> = {
  date: DATES,
  time: TIMES,
  'date-time': {
    ...TIMES,
    texts: DATES.texts.flatMap((date) => TIMES.texts.map((time) => `${date}T${time}`)),
  },
  email: {
    characters: 'a0.@"\\[]-:! \u00e9\u212a',
    texts: [
      ...['a.b@c.de', '"a@b"@c.d', 'a@[127.0.0.1]', 'a@[IPv6:::1]', '"a\\"b"@c-d.e'],
      ...['a@[ipV6:2001:db8::1]', 'a@b'],
    ],
  },
  hostname: {
    characters: 'aZ09-._\u212a',
    texts: ['a.b-c.d', 'ab--cd', `${'a'.repeat(63)}.b`, `${'a.'.repeat(126)}a`, 'a-b.'],
  },
  uri: URIS,
  'uri-reference': URIS,
}

for (const [format, material] of Object.entries(MATERIALS)) {
  t.test(`${format}, read at once and part by part`, async (t) => {
    const random = chance(1)
    const [check, reference] = [formats, stepwise].map((all) => all[format as 'uri'])
    const count = { accepted: 0, refused: 0 }
    for (let index = 0; index < TEXTS; index++) {
      const text = mutated(random.pick(material.texts), material, random)
      const isAccepted = reference?.(text)
      if (check?.(text) !== isAccepted) t.fail(`${JSON.stringify(text)}: ${!isAccepted}`)
      count[isAccepted ? 'accepted' : 'refused']++
    }
    for (const [what, times] of Object.entries(count)) t.ok(times > TEXTS / 20, `${what}: ${times}`)
  })
}

/** A text with up to four changes. */
function mutated(text: string, { characters, texts }: Material, { below, pick }: Chance): string {
  let all = text
  for (let changes = below(5); changes > 0; changes--) {
    const at = below(all.length + 1)
    const other = pick(texts)
    const from = below(other.length)
    const inserted = pick(['', pick([...characters]), other.slice(from, from + below(8))])
    all = all.slice(0, at) + inserted + all.slice(at + below(3))
  }
  return all
}

t.test('the last days of each month', async (t) => {
  const two = (number: number) => String(number).padStart(2, '0')
  const months = [...Array(14).keys()].map(two)
  const days = [0, 1, 9, 10, 19, 20, 28, 29, 30, 31, 32, 99].map(two)
  let count = 0
  for (let year = 0; year < 10_000; year += year % 100 < 9 ? 1 : 13) {
    for (const month of months) {
      for (const day of days) {
        const date = `${String(year).padStart(4, '0')}-${month}-${day}`
        const isDate = stepwise.date(date)
        if (formats.date(date) !== isDate) t.fail(`${date}: ${isDate}`)
        if (isDate) count++
      }
    }
  }
  t.ok(count > 100_000, `${count} dates`)
})

t.test('long texts take little time', async (t) => {
  const length = 1_000_000
  const rows: (readonly [keyof typeof formats, string])[] = [
    ['uri', `http://${'a'.repeat(length)}^`],
    ['uri', `http://${'%20'.repeat(length)}^`],
    ['uri', `http://a/${'a?'.repeat(length)}^`],
    ['uri', `a:${'/'.repeat(length)}^`],
    ['uri', 'a'.repeat(length)],
    ['uri', `http://${'@'.repeat(length)}`],
    ['uri', `http://${'a:1'.repeat(length)}@@`],
    ['uri', `http://[${':'.repeat(length)}]`],
    ['uri-reference', ':'.repeat(length)],
    ['email', `${'a.'.repeat(length)}@`],
    ['email', `"${'\\a'.repeat(length)}`],
    ['email', `a@${'a-'.repeat(length)}^`],
    ['email', `a@${'a.'.repeat(length)}^`],
    ['time', `00:00:60.${'1'.repeat(length)}`],
  ]
  for (const [format, text] of rows) {
    const verdict = ends(() => formats[format](text))
    t.equal(verdict, false, `${format}: ${text.slice(0, 10)}`)
  }
})
