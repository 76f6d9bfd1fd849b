import t from 'tap'
import { edgesOf } from '#toolkit/conformance/cases/edges.js'
import { placesOf } from '#toolkit/conformance/values/place.js'
import { jsonText } from '#toolkit/conformance/values/token.js'
import { golden } from '../../../helpers/golden.js'
import { tableOf } from '../../../helpers/rows.js'
import { rootOf } from './made.js'

const text = { type: 'string' }

const PLACES: readonly [name: string, schema: object, value: unknown][] = [
  ...tableOf<[name: string, schema: object, value: unknown]>(`
  an integer within limits | {type: integer, minimum: 3, maximum: 2500} | 7
  an integer at its maximum | {type: integer, maximum: 7} | 7
  an integer of either sign | {type: integer} | -7
  a number within limits | {type: number, minimum: -2.5, exclusiveMaximum: 10000} | 1.5
  a whole number | {type: number, exclusiveMinimum: 0} | 4
  a step | {type: number, minimum: 0.3, maximum: 9, multipleOf: 0.5} | 1
  an int32 | {type: integer, format: int32} | 7
  an int64 | {type: integer, format: int64} | 7
  null or an integer | {type: [integer, 'null']} | null
  a boolean | {type: boolean} | true
  a text within limits | {type: string, minLength: 2, maxLength: 3, pattern: '^[a-z.]+$'} | a.b
  a text without limits | {type: string} | ab
  a text of capitals | {type: string, pattern: '^[A-Z]+$'} | AB
  a text of any length | {type: string, minLength: 1, maxLength: 20001, pattern: a} | ab
  an address | {type: string, format: email, maxLength: 100} | fern@example.com
  a host | {type: string, format: hostname, maxLength: 80} | example.com
  an address without a likely limit | {type: string, format: email, maxLength: 320} | fern@example.com
  a date | {type: string, format: date} | '2024-05-06'
  texts of a list | {enum: ['on', 'Off']} | 'on'
  numbers of a list | {enum: [3, 5]} | 3
  a list within limits | {type: array, items: {type: integer}, minItems: 1, maxItems: 3} | [1, 2]
  a list of no limit | {type: array, items: {type: integer}, maxItems: 1001} | [1]
  an empty list of nothing | {type: array, items: {not: {}}, maxItems: 2, uniqueItems: true} | []
  an empty list of nothing that may come again | {type: array, items: {not: {}}, maxItems: 2} | []
  items of two schemas | {type: array, items: {type: integer}, maxItems: 3, allOf: [{items: {minimum: 5, maximum: 6}}]} | [5]
  a set of objects | {type: array, items: {type: object, properties: {a: {type: integer}, b: {type: string}}}, uniqueItems: true} | [{a: 1, b: x}]
  a set of lists | {type: array, items: {type: array, items: {type: integer}}, uniqueItems: true} | [[1, 2]]
  a set of null | {type: array, items: {type: 'null'}, uniqueItems: true} | [null]
  a set of one thing | {type: array, items: {const: 7}, uniqueItems: true, maxItems: 2} | [7]
  a set of two things | {type: array, items: {enum: [a, b]}, uniqueItems: true, maxItems: 2} | [b]
  no set | {type: array, items: {type: integer}, uniqueItems: false} | [1]
  a list with something | {type: array, contains: {const: 7}} | [7, 8]
  a tuple | {type: array, prefixItems: [{type: string}, {type: integer}]} | [a, 1]
  an open object | {type: object, properties: {a: {type: integer}}} | {a: 1}
  a map | {type: object, propertyNames: {pattern: '^[a-z]+$'}, additionalProperties: {type: integer}, maxProperties: 2} | {ab: 1}
  an empty map | {type: object, propertyNames: {pattern: '^[a-z]+$'}} | {}
  a map of many | {type: object, additionalProperties: {type: integer}, maxProperties: 201} | {a: 1}
  a choice of numbers | {oneOf: [{type: integer, minimum: 0}, {type: number, maximum: 5}]} | 9
  a choice of objects | {oneOf: [{type: object, properties: {a: {type: integer}}, required: [a]}, {type: object, properties: {b: {type: integer}}, required: [b]}]} | {a: 1}
  a choice of nothing | {oneOf: [false, {type: integer}]} | 1
  some of two | {anyOf: [{type: object, properties: {a: {type: integer}}, required: [a]}, {required: [b]}]} | {a: 1}
  not an object | {type: object, properties: {a: {type: integer}}, not: {required: [b]}} | {a: 1}
  not nothing | {type: integer, not: false} | 1
  members of any schema | {type: object, properties: {a: true, b: {}}} | {a: [{c: [x]}], b: 1}
  an object | {type: object, properties: {a: {type: integer}, b: {type: boolean}, c: {type: string}}, required: [a], dependentRequired: {b: [a], c: [a, b]}, additionalProperties: false, minProperties: 1, maxProperties: 3} | {a: 1, b: true}
`),
  [
    'large items',
    { type: 'array', items: { type: 'integer', minimum: 2 ** 60 }, uniqueItems: true },
    [1_152_921_504_606_847_000n],
  ],
]

const shown = (value: unknown) => {
  const all = jsonText(value)
  return all.length > 90 ? `${all.slice(0, 90).toWellFormed()}… (${all.length})` : all
}

/** Most edges of one fate in a line. */
const MOST = 4

t.test('every edge of a place', async (t) => {
  const lines = PLACES.flatMap(([name, schema, value]) => {
    const { contract, context, root } = rootOf(schema)
    const base = { value, places: placesOf(contract, root, value) }
    const lines: string[] = []
    let [before, length] = ['', 0]
    for (const { fate, path, pointer, told, value } of edgesOf(context, root, [base])) {
      const place = [['$', ...path].join('.'), pointer.replace(/^.*~1json\/schema/, '')].join(' ')
      const text = shown(value)
      const edge = `${place}: ${told}${told.endsWith(` ${text}`) ? '' : ` = ${text}`}`
      length = fate === before && length < MOST ? length + 1 : 1
      if (length === 1) lines.push(`${fate} ${edge}`)
      else lines.push(`${lines.pop()}; ${edge}`)
      before = fate
    }
    return [`## ${name}: ${JSON.stringify(schema)}`, ...lines]
  })
  golden(t, 'conformance/cases/edges.txt', `${lines.join('\n')}\n`)
})

t.test('a hostile text is in all places of any text, but for those of any value', async (t) => {
  const properties = { a: true, id: text, b: text, c: { ...text, maxLength: 40 }, d: text }
  const schema = { type: 'object', properties }
  const value = { a: 'x', id: 'x', b: 'x', c: 'x', d: 'x' }
  const { contract, context, root } = rootOf(schema)
  const base = { value, places: placesOf(contract, root, value) }
  const edges = [...edgesOf(context, root, [base])]
  const find = (told: string) => edges.find((each) => each.told === told)
  const number = find('looks like a number')
  t.match(number, { path: ['b'], part: '007', middle: 'x', fate: 'accepted', base: value })
  t.match(number?.pointer, /\/properties\/b$/)
  t.same(number?.value, { a: 'x', id: 'x', b: '007', c: '007', d: '007' })
  const long = 'long text '.repeat(30)
  t.same(find('has 300 characters')?.value, { a: 'x', id: 'x', b: long, c: 'x', d: long })
})
