import { ok, strictEqual } from 'node:assert'
import t from 'tap'
import { isJsonFile, parseJson } from '#toolkit/generator/load/parse-json.js'
import { parse } from '#toolkit/generator/load/source.js'
import { jsonNodes, type TextNode } from '#toolkit/generator/load/text-nodes.js'
import { type Chance, chance, randomTokens } from '../runtime/json/random.js'

/** A JSON text of any form, with spaces anywhere. */
function randomText(random: Chance): string {
  const parts = randomTokens(random).flatMap((token) => [
    token,
    random.pick(['', '', ' ', '\n\t', '\r\n  ']),
  ])
  return random.pick(['', ' ', '\n']) + parts.join('')
}

t.test('nodes of any JSON text are where its values are', async (t) => {
  const random = chance(11)
  let count = 0
  for (let round = 0; round < 2_000; round++) {
    const text = randomText(random)
    const visit = ({ at, children }: TextNode, value: unknown, isMember: boolean): void => {
      count++
      const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
      strictEqual(children.size, entries.length, text)
      if (!isMember && count > 1) ok(text.slice(at).startsWith(startOf(value)), text)
      for (const [key, child] of entries) {
        const node = children.get(key) as TextNode
        const [written = ''] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(node.at)) ?? []
        if (!Array.isArray(value)) strictEqual(JSON.parse(written), key, text)
        visit(node, child, !Array.isArray(value))
      }
    }
    visit(jsonNodes(text), JSON.parse(text), true)
  }
  t.ok(count > 2_000, `${count} values`)
})

function startOf(value: unknown): string {
  if (Array.isArray(value)) return '['
  if (typeof value === 'string') return '"'
  return typeof value === 'object' && value !== null ? '{' : ''
}

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
