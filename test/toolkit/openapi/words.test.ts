import t from 'tap'
import { EVENT_FIELDS } from '#toolkit/openapi/framing.js'
import { isInt64 } from '#toolkit/openapi/json.js'
import { below, keyOf, percentDecoded, segmentOf } from '#toolkit/openapi/json-pointer.js'
import { concreteType, type DeclaredMedia } from '#toolkit/openapi/media-type.js'
import { literalPattern, namesIn, partsOf } from '#toolkit/openapi/path-template.js'
import { onDemand } from '#toolkit/shared/memoize.js'

t.test('what is an int64', async (t) => {
  const most = 2n ** 63n
  for (const value of [0, -1, 2 ** 53 - 1, 1 - 2 ** 53, 0n, most - 1n, -most]) t.ok(isInt64(value))
  for (const value of [0.5, 2 ** 53, Number.NaN, most, -most - 1n, '1', null, undefined]) {
    t.notOk(isInt64(value), String(value))
  }
})

t.test('pointers', async (t) => {
  for (const [key, segment] of [
    ['a', 'a'],
    ['', ''],
    ['a/b', 'a~1b'],
    ['a~b', 'a~0b'],
    ['~1/~0', '~01~1~00'],
  ] as const) {
    t.equal(segmentOf(key), segment)
    t.equal(keyOf(segment), key)
    t.equal(below('/x', key), `/x/${segment}`)
  }
  t.equal(below('', 5), '/5')
})

t.test('path templates', async (t) => {
  t.same(partsOf('/a/{b}-{c}/d'), ['/a/', 'b', '-', 'c', '/d'])
  t.same(partsOf('/a'), ['/a'])
  t.same(namesIn('/a/{b}-{c}/{}/d'), ['b', 'c'])
  t.same(namesIn('{a}'), ['a'])
})

t.test('texts as they are', async (t) => {
  t.equal(percentDecoded('a%20b%C3%A9'), 'a bé')
  t.equal(percentDecoded('100%'), '100%')
  t.equal(percentDecoded('%ff'), '%ff')
  const signs = '\\^$.*+?()[]{}|/-a'
  t.match(signs, new RegExp(`^${literalPattern(signs)}$`))
  for (const sign of signs) {
    t.ok(new RegExp(`^${literalPattern(sign)}$`, 'u').test(sign) || sign === '-', sign)
    t.notOk(new RegExp(`^${literalPattern(sign)}$`).test('b'), sign)
  }
})

t.test('what is made on demand is made once, then', async (t) => {
  let count = 0
  const made = onDemand(() => ({ number: ++count }))
  t.equal(count, 0)
  t.equal(made(), made())
  t.equal(count, 1)
})

t.test('the fields of an event', async (t) => {
  t.same(EVENT_FIELDS, ['data', 'event', 'id', 'retry'])
})

t.test('what a body of a range is called where nobody names it', async (t) => {
  const binary: DeclaredMedia = { kind: 'binary' }
  const text: DeclaredMedia = { kind: 'text' }
  const json: DeclaredMedia = {}
  const form: DeclaredMedia = { kind: 'form' }
  const table: [range: string, media: DeclaredMedia, type: string | undefined][] = [
    ['image/png', binary, 'image/png'],
    ['*/*', binary, 'application/octet-stream'],
    ['application/*', binary, 'application/octet-stream'],
    ['image/*', binary, undefined],
    ['*/*', text, 'text/plain'],
    ['text/*', text, 'text/plain'],
    ['application/*', text, undefined],
    ['*/*', json, 'application/json'],
    ['application/*', json, 'application/json'],
    ['*/*', { kind: 'json' }, 'application/json'],
    ['text/*', json, undefined],
    ['*/*', form, undefined],
  ]
  for (const [range, media, type] of table) {
    t.equal(concreteType(range, media, { [range]: media }), type, `${range} ${media.kind}`)
  }
  const content = { '*/*': text, 'text/plain': { ...text } }
  t.equal(concreteType('*/*', text, content), undefined, 'another one is called so')
})
