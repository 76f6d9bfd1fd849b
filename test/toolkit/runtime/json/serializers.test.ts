import t from 'tap'
import { json, type Serializer } from '#toolkit/runtime/json/serializers.js'

const node: Serializer = json.object({ id: json.number, next: json.late(() => node) })
const plant = json.object({ name: json.string, tag: json.string })
const proto = json.object({ ['__proto__']: json.number, a: json.number })

const table: [name: string, serializer: Serializer, value: unknown, text?: string][] = [
  ['text', json.string, 'fern'],
  ['no text', json.string, ''],
  ['text that needs escapes', json.string, 'a"\\/\b\f\n\r\t\u0000\u001f'],
  ['text that needs none', json.string, '\u007f\u2028\u2029é'],
  ['surrogates', json.string, '💚'],
  ['numbers', json.array(json.number), [0, -0, 1, -1.5, 1e21, 1e-7]],
  ['int64s', json.array(json.number), [2n ** 63n - 1n, -1n], '[9223372036854775807,-1]'],
  ['booleans', json.array(json.boolean), [true, false]],
  ['no items', json.array(json.string), []],
  ['items', json.array(json.array(json.string)), [['a', '"'], []]],
  ['anything', json.any, { a: [1n, null] }, '{"a":[1,null]}'],
  ['members', plant, { name: 'fern', tag: 'shade' }],
  [
    'members in another order',
    plant,
    { tag: 'shade', name: 'fern' },
    '{"name":"fern","tag":"shade"}',
  ],
  ['no members', plant, {}],
  ['a member that is undefined', plant, { name: 'fern', tag: undefined }, '{"name":"fern"}'],
  ['only undefined members', plant, { name: undefined, other: undefined }, '{}'],
  [
    'a member that the schema does not name',
    plant,
    { name: 'fern', age: 3n },
    '{"name":"fern","age":3}',
  ],
  ['only members that the schema does not name', plant, { age: 3, at: null }],
  [
    'a member too many and one undefined',
    plant,
    { other: 1, tag: undefined, name: 'a' },
    '{"name":"a","other":1}',
  ],
  [
    'an unnamed member that is undefined',
    plant,
    { name: 'fern', age: undefined },
    '{"name":"fern"}',
  ],
  [
    'an unnamed member called __proto__',
    plant,
    JSON.parse('{"__proto__":{"a":1},"name":"fern"}'),
    '{"name":"fern","__proto__":{"a":1}}',
  ],
  ['a named member called __proto__', proto, JSON.parse('{"__proto__":1,"a":2}')],
  ['a name that needs escapes', json.object({ 'a"b': json.number }), { 'a"b': 1 }],
  [
    'members that every object has',
    json.object({ toString: json.string, constructor: json.number }),
    {},
  ],
  ['an object without a prototype', plant, Object.assign(Object.create(null), { name: 'a', b: 1 })],
  [
    'recursion',
    node,
    { id: 1n, next: { id: 2, next: { id: 3 } } },
    '{"id":1,"next":{"id":2,"next":{"id":3}}}',
  ],
]

for (const [name, serialize, value, text = JSON.stringify(value)] of table) {
  t.test(name, async (t) => {
    t.equal(serialize(value as never), text)
    t.doesNotThrow(() => JSON.parse(text))
  })
}
