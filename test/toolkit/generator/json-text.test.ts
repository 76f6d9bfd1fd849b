import { deepStrictEqual, strictEqual } from 'node:assert'
import t from 'tap'
import { bytesOf, JsonText, type Span } from '#toolkit/generator/load/json-text.js'
import { isJsonFile, parseJson } from '#toolkit/generator/load/parse-json.js'
import { parse } from '#toolkit/generator/load/source.js'
import { type Chance, chance, randomTokens } from '../runtime/json/random.js'

t.test('values of a JSON text are found', async (t) => {
  const text = ' {"a": [1, {"b\\"": "x]"}, []] , "c\\\\":{"a":null},"d":-1.5e3 , "": "\\\\"}\n'
  const json = new JsonText(bytesOf(text))
  const look = (...path: string[]) => {
    let span = json.root
    for (const key of path) {
      const child = json.children(span).get(key)
      if (child === undefined) return undefined
      span = child
    }
    return text.slice(span.start, span.end)
  }
  const table: [path: string[], want: string | undefined][] = [
    [[], text.trim()],
    [['a'], '[1, {"b\\"": "x]"}, []]'],
    [['a', '0'], '1'],
    [['a', '1', 'b"'], '"x]"'],
    [['a', '2'], '[]'],
    [['a', '3'], undefined],
    [['c\\', 'a'], 'null'],
    [['c\\', 'a', 'b'], undefined],
    [['d'], '-1.5e3'],
    [['d', '0'], undefined],
    [[''], '"\\\\"'],
  ]
  for (const [path, want] of table) t.equal(look(...path), want, path.join('/'))
  t.same([...json.children(json.root).keys()], Object.keys(JSON.parse(text)))
})

/** A JSON text of any form, with spaces anywhere. */
function randomText(random: Chance): string {
  const parts = randomTokens(random).flatMap((token) => [
    token,
    random.pick(['', '', ' ', '\n\t', '\r\n  ']),
  ])
  return random.pick(['', ' ', '\n']) + parts.join('')
}

t.test('values of any JSON text are found, and parsed', async (t) => {
  const random = chance(11)
  let count = 0
  for (let round = 0; round < 2_000; round++) {
    const bytes = bytesOf(randomText(random))
    const text = bytes.toString('utf8')
    const json = new JsonText(bytes)
    const visit = (span: Span, value: unknown): void => {
      count++
      const own = bytes.toString('utf8', span.start, span.end)
      strictEqual(own, own.trim(), text)
      deepStrictEqual(JSON.parse(own), value, text)
      const children = json.children(span)
      const isParent = typeof value === 'object' && value !== null
      const entries = isParent ? Object.entries(value) : []
      strictEqual(children.size, entries.length, text)
      for (const [key, child] of entries) {
        const found = children.get(key) as Span
        const start = bytes.toString('utf8', found.at, found.start)
        if (Array.isArray(value)) strictEqual(start, '', text)
        else strictEqual(JSON.parse(start.replace(/\s*:\s*$/, '')), key, text)
        visit(found, child)
      }
    }
    visit(json.root, JSON.parse(text))
  }
  t.ok(count > 2_000, `${count} values`)
})

t.test('JSON and YAML are located alike', async (t) => {
  const text = '{\n  "a": {"b c": [1,\n   {"d": 2}], "x/y": {}},\n  "e": []\n}\n'
  const [json, yaml] = [parse('a.json', text), parse('a.yaml', text)]
  const pointers = ['#', '#/a', '#/a/b c', '#/a/b%20c/1', '#/a/b c/1/d', '#/a/x~1y', '#/e', '#/e/0']
  for (const pointer of [...pointers, '#/none', 'no pointer']) {
    t.same(json.locate(pointer), yaml.locate(pointer), pointer)
  }
})

t.test('the platform parses exact values only', async (t) => {
  const texts = ['{"a":[1,{"b":2,"":{}}],"c\\"":": \\" :"}', '[]', '0', ' { "a" \t\r\n: 1e308 } ']
  for (const text of texts) t.strictSame(parseJson(text), JSON.parse(text), text)
  for (const text of ['{"a":1,"a":2}', '[9007199254740993]', '{"a":{"b":1,"\\u0062":2}}']) {
    t.equal(parseJson(text), undefined, text)
  }
  t.strictSame(parseJson('{"a":"9007199254740993"}'), { a: '9007199254740993' }, 'in a text')
  for (const text of ['', '{', '{"a":}']) t.throws(() => parseJson(text), SyntaxError, text)
  t.ok(isJsonFile('a.json', ' 1'))
  for (const [name, text] of [
    ['a.json', ' \n'],
    ['a.yaml', '1'],
    ['json', '1'],
  ] as const)
    t.notOk(isJsonFile(name, text), name)
})
