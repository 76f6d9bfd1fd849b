import t from 'tap'
import {
  essenceOf,
  findMedia,
  isAmong,
  isJson,
  type ParsedMediaType,
  parseMediaType,
  rangesOf,
} from '#toolkit/openapi/media-type.js'

const parsed: [text: string, essence: string | undefined, parameters?: object][] = [
  ['text/plain', 'text/plain', {}],
  [' Text/Plain ', 'text/plain', {}],
  ['text/plain;charset=UTF-8', 'text/plain', { charset: 'UTF-8' }],
  ['text/plain ; A="b;\\"c\\"" ;d=e', 'text/plain', { a: 'b;"c"', d: 'e' }],
  ['text/plain;', 'text/plain', {}],
  ['text/plain; ;a=b', 'text/plain', { a: 'b' }],
  ['*/*', '*/*', {}],
  ['', undefined],
  ['text', undefined],
  ['text/', undefined],
  ['text/a b', undefined],
  ['text/plain;a', undefined],
  ['text/plain;a=', undefined],
  ['text/plain;a="b', undefined],
  ['text/plain, text/html', undefined],
]

for (const [text, essence, parameters = {}] of parsed) {
  t.test(`${JSON.stringify(text)} is ${essence}`, async (t) => {
    t.strictSame(parseMediaType(text), essence === undefined ? undefined : { essence, parameters })
  })
}

const TABLE = {
  'application/json': { parameters: { v: '1' } },
  'application/*+json': {},
  'application/xml': { parameters: { charset: 'utf-8' } },
  'text/*': {},
  '*/*': { parameters: { q: 'x' } },
}

const found: [text: string, range: keyof typeof TABLE | undefined][] = [
  ['application/json', 'application/json'],
  ['application/json;v=1', 'application/json'],
  ['application/json;v="1";w=2', 'application/json'],
  ['application/json;v=2', '*/*'],
  ['application/vnd.a+json', 'application/*+json'],
  ['application/xml;charset=UTF-8', 'application/xml'],
  ['application/xml;charset=latin1', '*/*'],
  ['text/csv', 'text/*'],
  ['image/svg+xml', '*/*'],
  ['image/png;q=y', undefined],
]

for (const [text, range] of found) {
  t.test(`${text} is taken as ${range}`, async (t) => {
    const media = findMedia(TABLE, parseMediaType(text) as ParsedMediaType)
    t.equal(media, range && TABLE[range])
  })
}

t.test('a media type is among those of a list', async (t) => {
  const type = parseMediaType('image/png') as ParsedMediaType
  t.ok(isAmong('image/jpeg, image/*', type))
  t.ok(isAmong('image/png', type))
  t.notOk(isAmong('image/jpeg,text/*', type))
  t.notOk(isAmong('', type))
})

t.test('what stands before the parameters', async (t) => {
  t.equal(essenceOf(' Text/Plain ; charset=utf-8'), 'text/plain')
  t.equal(essenceOf('*/*'), '*/*')
  t.equal(essenceOf(''), '')
})

t.test('what is JSON', async (t) => {
  for (const type of ['application/json', 'text/json', 'application/a.b+json', '*/*+json']) {
    t.ok(isJson(type), type)
  }
  for (const type of [undefined, 'json', 'a+json', 'application/jsonl', 'application/json-seq']) {
    t.notOk(isJson(type), String(type))
  }
})

t.test('the ranges of a media type, the narrowest first', async (t) => {
  t.same(rangesOf('text/plain'), ['text/plain', 'text/*', '*/*'])
  t.same(rangesOf('a/b+c+json'), ['a/b+c+json', 'a/*+json', 'a/*', '*/*'])
  t.same(rangesOf('a/+json'), ['a/+json', 'a/*+json', 'a/*', '*/*'])
  t.same(rangesOf('a'), ['a', 'a/*', '*/*'])
})
