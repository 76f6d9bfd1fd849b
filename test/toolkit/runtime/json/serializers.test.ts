import t from 'tap'
import { json, type Serializer } from '#toolkit/runtime/json/serializers.js'
import { UnnamedMembers } from '#toolkit/runtime/response/unnamed-members.js'

const node: Serializer = json.object({ id: json.number, next: json.lazy(() => node) })
const plant = json.object({ name: json.string, tag: json.string })
const PROTO = JSON.parse('{"__proto__":{"a":1},"name":"a"}')
const inherited = json.object({ toString: json.string, constructor: json.number })
const proto = json.object({ ['__proto__']: json.number, a: json.number })

const table: Record<string, readonly [serializer: Serializer, value: unknown, text?: string]> = {
  text: [json.string, 'fern'],
  'no text': [json.string, ''],
  'text that needs escapes': [json.string, 'a"\\/\b\f\n\r\t\u0000\u001f'],
  'text that needs none': [json.string, '\u007f\u2028\u2029é'],
  surrogates: [json.string, '💚'],
  numbers: [json.array(json.number), [0, -0, 1, -1.5, 1e21, 1e-7]],
  int64s: [json.array(json.number), [2n ** 63n - 1n, -1n], '[9223372036854775807,-1]'],
  booleans: [json.array(json.boolean), [true, false]],
  'numbers that JSON does not have': [json.array(json.number), [Infinity, Number.NaN]],
  'no items': [json.array(json.string), []],
  'items that are no text': [json.array(json.string), [undefined, null, 1, 'a']],
  'items by their places, and none': [json.array(json.any, [json.string]), ['a', undefined, 1]],
  items: [json.array(json.array(json.string)), [['a', '"'], []]],
  anything: [json.any, { a: [1n, null] }, '{"a":[1,null]}'],
  'undefined and holes': [json.any, { a: undefined, b: [undefined, 1], c: new Array(2) }],
  'what is no data': [json.any, { a: () => 1, b: Symbol('b'), c: [() => 1, Symbol('c')] }],
  dates: [json.any, { at: new Date(0), all: [new Date(0)] }],
  toJSON: [json.any, [{ toJSON: () => ({ a: undefined }) }, { a: { toJSON: () => undefined } }]],
  'toJSON of a bigint': [json.any, { at: { toJSON: () => 1n } }, '{"at":1}'],
  'an object twice': [json.any, ((shared) => [shared, { shared }])({ a: 1 })],
  members: [plant, { name: 'fern', tag: 'shade' }],
  'members in another order': [plant, { tag: 'b', name: 'a' }, '{"name":"a","tag":"b"}'],
  'no members': [plant, {}],
  'a member that is undefined': [plant, { name: 'fern', tag: undefined }, '{"name":"fern"}'],
  'only undefined members': [plant, { name: undefined, other: undefined }, '{}'],
  'an unnamed member': [plant, { name: 'fern', age: 3n }, '{"name":"fern","age":3}'],
  'only unnamed members': [plant, { age: 3, at: null }],
  'one too many and one undefined': [
    plant,
    { b: 1, tag: undefined, name: '' },
    '{"name":"","b":1}',
  ],
  'an unnamed member that is undefined': [plant, { name: 'a', age: undefined }, '{"name":"a"}'],
  'an unnamed member called __proto__': [plant, PROTO, '{"name":"a","__proto__":{"a":1}}'],
  'a named member called __proto__': [proto, JSON.parse('{"__proto__":1,"a":2}')],
  'a name that needs escapes': [json.object({ 'a"b': json.number }), { 'a"b': 1 }],
  'members that every object has': [inherited, {}],
  'an object without a prototype': [plant, Object.assign(Object.create(null), { name: 'a', b: 1 })],
  recursion: [node, { id: 1n, next: { id: 2, next: {} } }, '{"id":1,"next":{"id":2,"next":{}}}'],
}

for (const [name, [serialize, value, text = JSON.stringify(value)]] of Object.entries(table)) {
  t.test(name, async (t) => {
    t.equal(serialize(value as never), text)
    t.doesNotThrow(() => JSON.parse(text))
  })
}

t.test('values that JSON cannot hold are refused', async (t) => {
  for (const value of [undefined, () => 1, Symbol('s'), { toJSON: () => undefined }])
    t.throws(() => json.any(value), { name: 'TypeError', message: 'this is no JSON value' })
  for (const value of ['\ud800', ['a\udc00'], { a: '\udc00\ud800' }, { '\ud800': 1 }])
    t.throws(() => json.any(value), { name: 'TypeError', message: 'a text has a lone surrogate' })
  const circle: Record<string, unknown> = {}
  circle.self = [circle]
  t.throws(() => json.any(circle), { name: 'TypeError', message: 'a circle is no JSON value' })
})

t.test('arrays of texts and others apply together', async (t) => {
  const both = json.all(json.array(json.string), json.array(plant)) as (
    value: unknown,
    mode?: object,
  ) => string
  const mode = { mayBeInvalid: false, omit() {} }
  t.equal(both(['a', { name: 'b' }], mode), '["a",{"name":"b"}]')
})

/** What JSON has no value for, and elements that their places describe. */
const odd: [name: string, serializer: Serializer, value: unknown, text: string][] = [
  ['an object for a list', json.array(plant), { b: 1 }, '{"b":1}'],
  ['scalars for others', json.array(json.number), ['a', true, null], '["a",true,null]'],
  ['nothing in a list', json.array(json.any), [undefined, () => 1], '[null,null]'],
  ['nothing in an object', json.object({ a: json.any }), { a: () => 1, b: Symbol('b') }, '{}'],
  ['elements by their places', json.array(json.any, [plant]), [{ b: 1 }, { b: 1 }], '[{},{"b":1}]'],
  ['what is beside no member', json.ifPresent('a', plant), { b: 1 }, '{"b":1}'],
]

for (const [name, serialize, value, text] of odd) {
  t.test(`of ${name} what is named is printed`, async (t) => {
    t.equal(new UnnamedMembers().print(serialize, value, true), text)
    t.equal(serialize(value as never), JSON.stringify(value), 'or all')
  })
}

t.test('it is known of each value whether a member is left out', async (t) => {
  const unnamed = new UnnamedMembers()
  const isAny = (value: object) => unnamed.print(plant, value, false) && unnamed.isAny
  t.same([isAny({ other: 1 }), isAny({ name: 'a' })], [true, false])
})

t.test('there may be more subsets of branches than the cache holds', async (t) => {
  const letters = [...'abcdefghijklmn']
  const branches = letters.map((letter) => {
    const has = (value: unknown) => Object.hasOwn(value as object, letter)
    return [has, json.object({ [letter]: json.number })] as const
  })
  const serialize = json.anyOf(...branches)
  const unnamed = new UnnamedMembers()
  for (let subset = 1; subset < 2 ** letters.length; subset++) {
    const some = letters.filter((_, index) => subset & (1 << index))
    const value = Object.fromEntries(some.map((letter) => [letter, 1]))
    const text = unnamed.print(serialize, { ...value, z: 1 }, false)
    if (text !== JSON.stringify(value)) t.fail(text)
  }
})
