import t from 'tap'
import { nameOfRange } from '#toolkit/openapi/media-name.js'
import {
  essenceOf,
  findEntry,
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

const VARIANTS = {
  'application/json; v=1; w=1': { parameters: { v: '1', w: '1' } },
  'application/json; v=2': { parameters: { v: '2' } },
  'application/json; charset=latin1': { parameters: { charset: 'latin1' } },
  'application/json': {},
  'text/plain; a=b': { parameters: { a: 'b' } },
  'text/plain; a=c': { parameters: { a: 'c' } },
}

const variants: [text: string, name: keyof typeof VARIANTS | undefined][] = [
  ['application/json', 'application/json'],
  ['application/json;v=1', 'application/json; v=1; w=1'],
  ['application/json;w=1;v=1', 'application/json; v=1; w=1'],
  ['application/json;w=2;v=1', 'application/json'],
  ['application/json;V="2"', 'application/json; v=2'],
  ['application/json;v=3', 'application/json'],
  ['application/json;charset=Latin1', 'application/json; charset=latin1'],
  ['application/json;charset=utf-8', 'application/json'],
  ['text/plain', 'text/plain; a=b'],
  ['text/plain;a=c;d=e', 'text/plain; a=c'],
  ['text/plain;a=d', undefined],
]

for (const [text, name] of variants) {
  t.test(`${text} among types that differ in parameters is ${name}`, async (t) => {
    t.equal(findEntry(VARIANTS, parseMediaType(text) as ParsedMediaType)?.[0], name)
  })
}

t.test('a media type is named with the parameters that tell it from others', async (t) => {
  t.equal(nameOfRange(' Text/Plain ; Charset=UTF-8;Format=flowed'), 'text/plain; format=flowed')
  t.equal(nameOfRange('multipart/form-data; boundary=x'), 'multipart/form-data')
  t.equal(nameOfRange('a/b;c="d \\"e\\""'), 'a/b; c="d \\"e\\""')
  t.equal(nameOfRange('nothing'), 'nothing')
})

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
  for (const type of ['application/json', 'text/json', 'application/a.b+json', '*/*+json'])
    t.ok(isJson(type), type)
  for (const type of [undefined, 'json', 'a+json', 'application/jsonl', 'application/json-seq'])
    t.notOk(isJson(type), String(type))
})

t.test('the ranges of a media type, the narrowest first', async (t) => {
  t.same(rangesOf('text/plain'), ['text/plain', 'text/*', '*/*'])
  t.same(rangesOf('a/b+c+json'), ['a/b+c+json', 'a/*+json', 'a/*', '*/*'])
  t.same(rangesOf('a/+json'), ['a/+json', 'a/*+json', 'a/*', '*/*'])
  t.same(rangesOf('a'), ['a', 'a/*', '*/*'])
})
