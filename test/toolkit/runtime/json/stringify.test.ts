import t from 'tap'
import { stringify } from '#toolkit/runtime/json/stringify.js'

const asPlatform: [name: string, value: unknown][] = [
  ['scalars', [null, true, false, 0, -0, 1.5, 1e21, 1e-7, 'a', '']],
  ['numbers that JSON has none for', [Number.NaN, Infinity]],
  ['text', ['"\\\n\u0000\u001f\u007f\u2028é💚', '\ud83d\udc9a']],
  ['names', { '"': 1, '💚': 2, '': 3, é: 4 }],
  ['nothing inside', [{}, [], [[]], { a: {} }]],
  ['undefined', { a: undefined, b: [undefined, 1], c: 1 }],
  ['holes', [new Array(3), Object.assign([], { 1: 'x' })]],
  ['what is no data', { a: () => 1, b: Symbol('b'), c: [() => 1, Symbol('c')] }],
  ['dates', { at: new Date(0), all: [new Date(0)] }],
  ['toJSON', [{ toJSON: () => ({ a: undefined, b: 1 }) }, { a: { toJSON: () => undefined } }]],
  [
    'objects of a class',
    new (class Plant {
      name = 'fern'
    })(),
  ],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['a member named __proto__', JSON.parse('{"__proto__":{"a":1}}')],
  ['one object twice', ((shared) => [shared, { shared }])({ a: 1 })],
]

for (const [name, value] of asPlatform) {
  t.test(`as JSON.stringify: ${name}`, async (t) =>
    t.equal(stringify(value), JSON.stringify(value)),
  )
}

t.test('a bigint is printed as an integer', async (t) => {
  const value = { id: 2n ** 63n - 1n, ids: [-(2n ** 63n), 0n], at: { toJSON: () => 1n } }
  t.equal(stringify(value), '{"id":9223372036854775807,"ids":[-9223372036854775808,0],"at":1}')
  t.equal(stringify(1n), '1')
})

t.test('values that JSON cannot hold are refused', async (t) => {
  for (const value of [undefined, () => 1, Symbol('s'), { toJSON: () => undefined }]) {
    t.throws(() => stringify(value), { name: 'TypeError', message: 'this is no JSON value' })
  }
  for (const value of ['\ud800', ['a\udc00'], { a: '\udc00\ud800' }, { '\ud800': 1 }]) {
    t.throws(() => stringify(value), { name: 'TypeError', message: 'a text has a lone surrogate' })
  }
  const circle: Record<string, unknown> = {}
  circle.self = [circle]
  t.throws(() => stringify(circle), { name: 'TypeError', message: 'a circle is no JSON value' })
})
