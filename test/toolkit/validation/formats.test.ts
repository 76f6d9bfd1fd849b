import t from 'tap'
import { formats, hasFormat } from '#toolkit/validation/formats.js'
import { recordOf } from '../../helpers/rows.js'

type Texts = [accepted: string[], refused: string[]]

/** Texts that have each format, and texts that do not. */
const table: Record<string, Texts> = {
  ...recordOf<Texts>(`
  idn-email | ['실례@실례.테스트', a@example.com] | ['2962', a@, 'a b@실례.테스트']
  iri | ['http://ƒøø.ßår/?∂éœ=πîx#πîüx', 'http://[2001:db8::1]/a', 'urn:a:b'] | ['http://2001:0db8::7334', /abc, '\\\\WINDOWS\\ﬁle', 'âππ']
  iri-reference | ['/âππ', 'âππ', '#ƒrägmênt'] | ['\\\\WINDOWS\\filëßåré', '#ƒräg\\mênt', '1:a']
  json-pointer | ['', /, '/a~0b~1c//d', /foo bar] | [a, '/~', '/~2', '#/a']
  regex | ['^[a-z]+$', '', '\\p{Lu}'] | ['^(abc]', '\\Z', (]
  relative-json-pointer | ['0', '1/a~0', '12#', '0//'] | ['', '01', /a, '-1/a', '0##', '1a']
  uri-template | ['/a/{id}{?q*}', a] | ['/a/{id', '{']
  date | ['2024-02-29'] | ['2023-02-29', '2024-2-9', '']
  duration | [P1Y, P4W, PT1H2M3S] | [P, PT, P1S, P1D1W, P1Y2D, PT1H2S, P1DT]
  ipv4 | ['127.0.0.1'] | ['127.0.0', '256.0.0.1', '01.0.0.1', '127.0.0.1/8']
  ipv6 | ['::1', '2001:db8::8a2e:370:7334', '::ffff:192.0.2.128'] | ['1', ':::', '12345::', '1::2::3', '::1%eth0']
  time | ['23:59:59Z', '08:30:06.283185+01:00', '15:59:60-08:00', '01:29:60+01:30'] | ['23:59:60-08:00', '23:59:60+00:01', '24:00:00Z', '08:30:06', '8:30:06Z']
  uri | ['https://a.example/b?c#d', 'urn:a:b', 'http://user:pw@[v1.a]:80/', 'http://[::1]/'] | ['', a, //a/b, 'http://a b', 'a:\\b', 'http://[::1', 'http://[1]/', 'http://a@b@c/', 'http://a:x/', 'http://[a]@b/']
  uri-reference | ['', '/a?b', '#c', //a/b, 'https://a.example/'] | ['\\\\a', '#a\\b', a b]
  uuid | ['2f1c0a52-59f4-4b1e-8d2f-1a2b3c4d5e6f'] | ['2f1c0a5259f44b1e8d2f1a2b3c4d5e6f', '']
`),
  byte: [
    ['', 'YWJj', 'YWI=', 'YQ=='],
    ['YQ', 'YQ=', 'Y', 'YW Jj', 'YWJj\n', 'YW_j'],
  ],
  'idn-hostname': [
    [
      ...['실례.테스트', '실례。테스트', 'a.b', 'l·l', 'α͵β', 'א׳ב', 'א״ב', '・ぁ', 'ß'],
      ...['\u0628\u064a\u200c\u0628\u064a', '\u0915\u094d\u200d\u0937'],
      ...['\u0915\u094d\u200c\u0937', '\u0628\u06f0\u0628', '\u0628\u0660\u0628'],
    ],
    [
      ...['', '〮실례.테스트', 'a·l', 'l·', 'α͵S', '׳ב', '״ב', 'def・abc', '\u0640'],
      ...['\u0915\u200d\u0937', '\u0915\u200c', '\u200c', 'ب٠۰', '-실례', '실례-', 'ﬁ', '\u20d0'],
      ...['\u1100', '☃', 'Ä'],
    ],
  ],
  'date-time': [
    ['2024-02-29T23:59:59.5Z', '1998-12-31T23:59:60Z', '2024-01-01t00:00:00+01:00'],
    [
      ...['2024-02-29', '2024-02-29T23:59:59', '1998-12-31T23:58:60Z', '2024-02-29 23:59:59Z'],
      ...['2024-02-29T23:59:59+01', '2024-02-29T23:59:59+0100', '2024-02-29T24:00:00Z'],
      ...['2024-02-29T23:59:59+24:00', '2024-02-29T23:59:61Z', '2024-02-30T23:59:59Z'],
    ],
  ],
  email: [
    [
      ...['a.b+c@example.com', '"a b"@example.com', '"a\\"@b"@example.com', 'a@[127.0.0.1]'],
      ...['a@[IPv6:::1]'],
    ],
    [
      ...['', 'a', 'a.b', 'ab.c', '@b.c', 'a@', 'a@b', '.a@b.c', 'a..b@b.c', 'a b@b.c'],
      ...['"a"b"@b.c', 'a@[1]', 'a@[::1]', 'a@[127.0.0.1', 'a@127.0.0.1]', 'a@[IPv6:127.0.0.1]'],
      ...['a@[IPv6:1]', 'a@b.c]', '"a@b.c', 'a"@b.c', 'a.@b.c', 'a@b..c', 'a@-b.c'],
    ],
  ],
  hostname: [
    ['example.com', 'a', 'xn--4gbwdl.xn--wgbh1c', 'XN--4GBWDL', 'xn--ll-0ea'],
    [
      ...['', '-a', 'a_b', 'a..b', 'a.', 'a'.repeat(64), `${'a.'.repeat(127)}a`],
      ...['xn--X', 'xn--aa---o47jg78q', 'xn--hello-txk', 'xn--07jceefgh4c', 'xn--la-0ea', 'ab--cd'],
    ],
  ],
}

for (const [format, [accepted, refused]] of Object.entries(table)) {
  t.test(format, async (t) => {
    for (const text of accepted) t.ok(hasFormat(text, format), `has: ${text}`)
    for (const text of refused) t.notOk(hasFormat(text, format), `has not: ${text}`)
  })
}

t.test('each format that is checked has its texts here', async (t) => {
  t.same(Object.keys(table).sort(), Object.keys(formats).sort())
})

t.test('a format that is not checked', async (t) => t.ok(hasFormat('anything', 'plant-name')))
