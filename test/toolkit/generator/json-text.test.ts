import t from 'tap'
import { isJson, parseJson } from '#toolkit/generator/load/json.js'
import { bytesOf, JsonText } from '#toolkit/generator/load/json-text.js'
import { parse } from '#toolkit/generator/load/source.js'

t.test('what a JSON text holds is found where it stands', async (t) => {
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

t.test('JSON and YAML are located alike', async (t) => {
  const text = '{\n  "a": {"b c": [1,\n   {"d": 2}], "x/y": {}},\n  "e": []\n}\n'
  const [json, yaml] = [parse('a.json', text), parse('a.yaml', text)]
  const pointers = ['#', '#/a', '#/a/b c', '#/a/b%20c/1', '#/a/b c/1/d', '#/a/x~1y', '#/e', '#/e/0']
  for (const pointer of [...pointers, '#/none', 'no pointer']) {
    t.same(json.locate(pointer), yaml.locate(pointer), pointer)
  }
})

t.test('the platform reads what it reads as it is written', async (t) => {
  const texts = ['{"a":[1,{"b":2,"":{}}],"c\\"":": \\" :"}', '[]', '0', ' { "a" \t\r\n: 1e308 } ']
  for (const text of texts) t.strictSame(parseJson(text), JSON.parse(text), text)
  for (const text of ['{"a":1,"a":2}', '[9007199254740993]', '{"a":{"b":1,"\\u0062":2}}']) {
    t.equal(parseJson(text), undefined, text)
  }
  t.strictSame(parseJson('{"a":"9007199254740993"}'), { a: '9007199254740993' }, 'in a text')
  for (const text of ['', '{', '{"a":}']) t.throws(() => parseJson(text), SyntaxError, text)
  t.ok(isJson('a.json', ' 1'))
  for (const [name, text] of [
    ['a.json', ' \n'],
    ['a.yaml', '1'],
    ['json', '1'],
  ] as const)
    t.notOk(isJson(name, text), name)
})
