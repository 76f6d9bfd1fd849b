import { breakValue, placesIn } from '../../toolkit/runtime/json/break-value.js'
import { type Chance, randomNumber, randomTokens } from '../../toolkit/runtime/json/random.js'
import type { Wire } from './oracle/verdict.js'

/** A request that is valid, and what it is made of. */
export interface Seed {
  readonly wire: Wire
  /** The path template, to know which segments are parameters. */
  readonly template: string
  /** The headers that the operation documents, lower case. */
  readonly headers: readonly string[]
  readonly bodies: readonly string[]
}

const TEXTS = [
  ...['', '0', '-1', '1', '1.5', '1e2', '01', '+1', '0x1', 'NaN', 'true', 'TRUE', 'null', 'a', ','],
  ...['a,b', '1,2', 'a,,b', '2147483648', '9223372036854775807', '9223372036854775808', '1e400'],
  ...['2024-02-30', '2024-02-29', '2024-02-29T00:00:00Z', '[]', '{}', '[1]', '%20', '%00'],
  ...['%F0%9F', '%', '%zz', '%C3%A9', '%2C', '%2F', '%25', '%26', '%3D', '+', 'a+b', ';', '='],
  ...['||', '-0', '1.0', '123e4567-e89b-12d3-a456-426614174000', 'x'.repeat(200)],
  ...['9007199254740993', '%F0%9F%92%9A'],
]

const VALUES = [
  ...['null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '{"":{}}', '""', '" "', '"a"', '"1"'],
  ...['0', '-0', '-1', '1', '1.0', '1e2', '1.5', '0.1', '1e400', '-1e400', '1e-400', '1E+2'],
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...['-9223372036854775809', '9223372036854775807.0', '922337203685477580.7e1'],
  ...['1.0000000000000000001', '123456789012345678901234567890', '9007199254740992.5'],
  ...['"\\ud800"', '"\\udc9a\\ud83d"', '"\\ud83d\\udc9a"', '"💚"', '"\\u0000"', '"\\u0022"'],
  '"\\/"',
  ...['"2024-02-29"', '"2023-02-29"', '"2024-02-30"', '"24-1-1"', '"2024-02-29T23:59:60Z"'],
  ...['"2024-02-29T12:00:00Z"', '"2024-02-29 12:00:00+25:00"', '"2024-02-29T12:00:00"'],
  ...['"1990-12-31t15:59:60.5-08:00"', '"12:00:00Z"', '"P1D"', '"P"', '"192.0.2.1"'],
  ...['"192.0.2.256"', '"::"', '"2001:db8::1"', '"a@example.com"', '"a@"', '"a b@example.com"'],
  ...['"https://example.com/a"', '"http://"', '"/a"', '"a.example.com"', '"-"'],
  ...['"123e4567-e89b-12d3-a456-426614174000"', '"123E4567-E89B-12D3-A456-42661417400g"'],
  ...['{"__proto__":{"a":1}}', '{"constructor":null}', '{"a":1,"\\u0061":2}'],
  `"${'x'.repeat(300)}"`,
]

const ODD = [
  ...'{}[],:"\\-+.eE0',
  ...['\t', '\u00a0', '\ufeff', '01', '1.', '.5', 'NaN', 'nul', "'a'", '//'],
]

const TYPES = [
  ...['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'],
  ...['application/json; charset=latin1', 'APPLICATION/JSON', 'application/problem+json'],
  'text/plain',
  ...['application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'],
  ...['multipart/form-data', 'application/octet-stream', 'json', 'application/', '/', ';', 'a/b;c'],
  ...['application/json; charset', 'application/json, text/plain', 'image/png', '*/*', ''],
]

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']

/** A request with one thing changed, or several. */
export function mutant(seed: Seed, random: Chance): Wire {
  let { wire } = seed
  for (let count = random.pick([0, 1, 1, 1, 1, 1, 2]); count > 0; count--)
    wire = changed(wire, seed, random)
  return wire
}

function changed(wire: Wire, seed: Seed, random: Chance): Wire {
  const kind = random.below(40)
  const isJson = /json/.test(wire.headers['content-type'] ?? '')
  if (kind < 26 && wire.payload !== undefined)
    return isJson ? withJson(wire, seed, random) : withBytes(wire, random)
  if (kind < 32) return withQuery(wire, random)
  if (kind < 35) return withSegment(wire, seed, random)
  if (kind < 37) return withHeader(wire, seed, random)
  if (kind < 39) return withType(wire, random)
  return kind === 39 && random.below(3) === 0 ? { ...wire, method: random.pick(METHODS) } : wire
}

function withJson(wire: Wire, { bodies }: Seed, random: Chance): Wire {
  const { payload = Buffer.alloc(0) } = wire
  const kind = random.below(60)
  if (kind === 0) return withBytes(wire, random)
  if (kind === 1) return { ...wire, payload: Buffer.from(randomTokens(random).join('')) }
  return { ...wire, payload: Buffer.from(mutated(payload.toString(), bodies, random)) }
}

/** Stands for a value whose text JSON does not print so. */
const MARK = '\u2460'

/** A JSON text with some values changed. `others` are texts that may be put in. */
function mutated(text: string, others: readonly string[], random: Chance): string {
  const { below, pick } = random
  const holder: Record<string, unknown> = {}
  try {
    holder.whole = JSON.parse(text)
  } catch {
    return cut(text, random)
  }
  for (let count = pick([1, 1, 1, 2, 3]); count > 0; count--) {
    const [owner, key = ''] = pick(placesIn(holder)) ?? []
    if (owner === undefined || below(3) === 0) breakValue(holder, random)
    else owner[key] = MARK
  }
  const printed = JSON.stringify(holder.whole) ?? ''
  const whole = printed.replaceAll(`"${MARK}"`, () => newValue(others, random))
  return below(12) === 0 ? cut(whole, random) : whole
}

function newValue(others: readonly string[], random: Chance): string {
  const kind = random.below(10)
  if (kind === 0) return randomTokens(random).join('')
  if (kind === 1) return randomNumber(random)
  if (kind === 2) return deep(random)
  return kind === 3 ? (random.pick(others) ?? '') : random.pick(VALUES)
}

/** Around as deep as a text may be. */
function deep({ pick }: Chance): string {
  const count = pick([8, 200, 250, 254, 255, 256, 257])
  const [open, close] = pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  return `${open.repeat(count)}1${close.repeat(count)}`
}

/** The text with something odd in it, or without its end. */
function cut(text: string, { below, pick }: Chance): string {
  const at = below(text.length + 1)
  return text.slice(0, at) + pick(['', ...ODD]) + pick(['', text.slice(at), text.slice(at + 1)])
}

/** Changes bytes, whatever they stand for. */
function withBytes(wire: Wire, { below, pick }: Chance): Wire {
  const { payload = Buffer.alloc(0) } = wire
  const at = below(payload.length + 1)
  const [before, after] = [payload.subarray(0, at), payload.subarray(at)]
  const odd = Buffer.from(
    pick([[], [0xff], [0xc3], [0xed, 0xa0, 0x80], [0], [0x26], [0x3d], [0x0a]]),
  )
  const rest = pick([after, after, after.subarray(1), after.subarray(after.length)])
  return { ...wire, payload: Buffer.concat([before, odd, rest]) }
}

function withQuery(wire: Wire, { below, pick }: Chance): Wire {
  const [path = '', ...search] = wire.url.split('?')
  const pairs = search
    .join('?')
    .split('&')
    .filter((each) => each !== '')
  const at = below(pairs.length + 1)
  const [name = 'x'] = (pairs[at] ?? '').split('=')
  const pair = `${name}=${pick(TEXTS)}`
  const kind = below(6)
  if (kind === 0) pairs.splice(at, 1)
  else if (kind === 1) pairs.splice(at, 0, pairs[at] ?? 'x=1')
  else if (kind === 2) pairs.splice(at, 0, pair)
  else if (kind === 3 && below(3) === 0) pairs.splice(at, 1, name)
  else if (kind === 4 && below(3) === 0)
    pairs.splice(at, 0, pick(['%', '&', 'a[b]=1', `${name}[]=1`, '=1']))
  else pairs.splice(at, 1, pair)
  return { ...wire, url: pairs.length === 0 ? path : `${path}?${pairs.join('&')}` }
}

/** Another text for a parameter of the path that is a segment of its own. */
function withSegment(wire: Wire, { template }: Seed, { pick }: Chance): Wire {
  const [path = '', ...search] = wire.url.split('?')
  const segments = path.split('/')
  const places = template
    .split('/')
    .flatMap((each, index) => (/^\{[^{}]*\}$/.test(each) ? [index] : []))
  const at = pick(places)
  if (at === undefined || segments.length !== template.split('/').length) return wire
  segments[at] = pick(TEXTS.filter((text) => text !== ''))
  return { ...wire, url: [segments.join('/'), ...search].join('?') }
}

function withHeader(wire: Wire, { headers }: Seed, { below, pick }: Chance): Wire {
  const name = pick([...headers, 'cookie'])
  const { [name]: _, ...others } = wire.headers
  if (below(3) === 0) return { ...wire, headers: others }
  const text = pick(TEXTS)
  const cookies = `${(wire.headers.cookie ?? 'a=b').split('=')[0]}=${text.replaceAll(';', '')}`
  return { ...wire, headers: { ...others, [name]: name === 'cookie' ? cookies : text } }
}

function withType(wire: Wire, { pick, below }: Chance): Wire {
  const { 'content-type': type, ...others } = wire.headers
  if (below(4) === 0) return { ...wire, headers: others }
  if (below(4) === 0) return { ...wire, payload: undefined }
  const own = type === undefined ? [] : [`${type}; charset=utf-8`, `${type};a=b`]
  const chosen = pick([...TYPES, ...own])
  return { ...wire, headers: { ...others, 'content-type': chosen } }
}
