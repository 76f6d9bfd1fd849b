import t from 'tap'
import {
  DROPPED,
  FORMATS,
  REPLACED,
  VALUE_TYPES,
  valueTypeOf,
} from '#toolkit/generator/read/schemas/keyword-types.js'
import { keywordsWith } from '#toolkit/openapi/schema/keywords.js'

const TEXTS = ['', 'a', 'string']
const COUNTS = [0, 1, 2, 1e21, 9007199254740993n]
const NUMBERS = [...COUNTS, -1, 0.5, -1n]
const LISTS = [[], ['a'], ['a', 'b'], ['string', 'null']]
const FLAGS = [true, false]
const OTHERS = [[1], [{}], ['a', 'a'], ['a', 1], null, undefined]
const MAPS = [{}, { a: [] }, { a: ['b', 'c'], d: ['a'] }]
const OTHER_MAPS = [{ a: 1 }, { a: ['b', 'b'] }, { a: [], b: [1] }]
const ALL = [...TEXTS, ...NUMBERS, ...LISTS, ...FLAGS, ...OTHERS, ...MAPS, ...OTHER_MAPS]
const TYPE = 'array, boolean, integer, null, number, object or string, or an array of them'

/** Valid values of keywords, in words, and the ones of all these that are valid. */
const table: [keywords: string, is: string, values: readonly unknown[]][] = [
  ['const default', 'any value', ALL],
  ['deprecated readOnly uniqueItems writeOnly', 'true or false', FLAGS],
  [
    'maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties',
    'a non-negative integer',
    COUNTS,
  ],
  ['maximum minimum', 'a number', NUMBERS],
  ['exclusiveMaximum exclusiveMinimum', 'a number', [...NUMBERS, ...FLAGS]],
  ['multipleOf', 'a number above 0', NUMBERS.filter((each) => each > 0)],
  ['description format pattern title', 'a string', TEXTS],
  ['required', 'an array of different strings', LISTS],
  ['dependentRequired', 'an object of arrays of different strings', MAPS],
  ['enum', 'an array of values', [...LISTS, ...OTHERS].filter((each) => each?.length)],
  ['type', TYPE, ['string', LISTS[0], LISTS[3]]],
]

for (const [keywords, is, values] of table) {
  for (const keyword of keywords.split(' ')) {
    t.test(`the value of ${keyword}`, async (t) => {
      const type = VALUE_TYPES[valueTypeOf(keyword) as keyof typeof VALUE_TYPES]
      t.equal(type.is, is)
      const accepted = ALL.filter((each) => type.test(each))
      t.strictSame(new Set(accepted), new Set(ALL.filter((each) => values.includes(each))))
    })
  }
}

t.test('a keyword is of one kind, or of none', async (t) => {
  const asserted = table.flatMap(([keywords]) => keywords.split(' '))
  const withSchemas = (['one', 'list', 'map'] as const).map((shape) =>
    keywordsWith(({ schemas }) => schemas === shape),
  )
  const kinds = [...withSchemas, DROPPED, [...REPLACED.keys()]]
  const all = kinds.flatMap((kind) => [...kind])
  t.equal(new Set([...all, ...asserted]).size, all.length + asserted.length)
  for (const each of [...all, 'constructor', 'toString', 'nope']) {
    t.equal(valueTypeOf(each), undefined, each)
  }
  t.strictSame(
    kinds.map((kind) => [...kind].sort()),
    [
      [
        ...['additionalItems', 'additionalProperties', 'contains', 'else', 'if', 'items', 'not'],
        ...['propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
      ],
      ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
      ['dependentSchemas', 'patternProperties', 'properties'],
      [
        ...['$anchor', '$comment', '$defs', '$dynamicAnchor', '$id', '$vocabulary'],
        ...['collectionFormat', 'contentEncoding', 'contentMediaType', 'contentSchema'],
        ...['definitions', 'example', 'examples', 'externalDocs', 'xml'],
      ],
      ['$recursiveAnchor', '$recursiveRef'],
    ],
  )
})

t.test('formats of numbers are checked, too', async (t) => {
  for (const format of ['double', 'float', 'int32', 'int64', 'date', 'uuid']) {
    t.ok(FORMATS.has(format), format)
  }
  t.notOk(FORMATS.has('password'))
})
