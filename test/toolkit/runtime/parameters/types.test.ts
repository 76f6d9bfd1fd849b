import t from 'tap'
import { documentModel } from '#toolkit/generator/document-model.js'
import { parse } from '#toolkit/generator/load/source.js'
import {
  checkRows,
  DEEP,
  documentOf,
  FORM,
  HERE,
  INT,
  INT64,
  INTS,
  rowsFrom,
  TEXT,
} from './table.js'

const CARD =
  `type: object, properties: {method: ${TEXT}}, if: {properties: {method: {const: card}}}, ` +
  `then: {properties: {number: ${INT}}}, else: {properties: {number: {type: boolean}}}`
const kind = (name: string, v: string) =>
  `{type: object, properties: {kind: {const: ${name}}, v: ${v}}, required: [kind, v]}`
const KINDS = `{oneOf: [${kind('num', INT)}, ${kind('text', TEXT)}]}`
const SMALL_OR_TEXT = '{oneOf: [{type: integer, maximum: 9}, {type: string, minLength: 2}]}'
const INT_OR_X = '{oneOf: [{type: integer}, {type: string, enum: [x]}]}'
const many = (name: string, odd: string, even: string) => {
  const members = [...'abcdefghi'].map((each, at) => `${each}: ${at % 2 ? odd : even}`).join(', ')
  return `{type: object, properties: {kind: {const: ${name}}, ${members}}, required: [kind]}`
}
const MANY = `{oneOf: [${many('x', INT, TEXT)}, ${many("'y'", TEXT, INT)}]}`
const upTo = (limit: number) => Array.from({ length: limit }, (_, index) => index + 1)

const rows = rowsFrom(`
  members of an exploded object have the types behind if, then and else
    query p {${CARD}}
    ?method=card&number=4111 => {p: {method: card, number: 4111}}
    ?method=cash&number=true => {p: {method: cash, number: true}}
    ?method=card&number=x => ! query.p/number must be integer
  fields of a form have the types behind if, then and else
    querystring whole {content: {${FORM}: {schema: {${CARD}}}}}
    ?method=card&number=4111 => {method: card, number: 4111}
  fields of a form have the types of dependentSchemas
    querystring whole {content: {${FORM}: {schema: {type: object, dependentSchemas: {method: {properties: {number: ${INT}}}}}}}}
    ?method=a&number=1 => {method: a, number: 1}
    ?method=a&number=x => ! query/number must be integer
  members that the schema does not name have the type of unevaluatedProperties
    query p {type: object, allOf: [{properties: {a: ${INT}}}], unevaluatedProperties: {type: boolean}}
    ?a=1&b=true => {p: {a: 1, b: true}}
    ?a=1&b=x => ! query.p/b must be boolean
  items have the types of unevaluatedItems and contains
    query p {type: array, prefixItems: [${TEXT}], unevaluatedItems: ${INT}}
    query some {type: array, contains: ${INT}}
    ?p=1&p=2&some=x&some=3 => {p: ['1', 2], some: [x, 3]}
    ?p=1&p=x&some=3 => ! query.p/1 must be integer
  a text is read as a number where a condition says so
    query p {if: ${INT}, then: {minimum: 3}, else: {type: string, minLength: 2}}
    ?p=5 => {p: 5}
    ?p=ab => {p: ab}
    ?p=2 => ! query.p must be >= 3
  a schema that is inside of itself reads the texts of each level
    query p {schema: {type: object, properties: {v: ${INT}, big: ${INT64}, child: ${HERE}, list: {type: array, items: ${HERE}}}, additionalProperties: false}, ${DEEP}}
    ?p[child${'][child'.repeat(8)}][v]=5&p[list][0][list][1][big]=9007199254740993 => {p: {${'child: {'.repeat(9)}v: 5${'}'.repeat(9)}, list: [{list: [{big: 9007199254740993n}]}]}}
    ?p[child][child][child][child][v]=x => ! query.p/child/child/child/child/v must be integer
    ?p${'[child]'.repeat(16)}[v]=5 => ! query is nested too deeply
  a schema that is inside of itself as an alternative and in allOf reads the texts of each level
    query p {schema: {oneOf: [{type: object, properties: {and: {type: array, items: ${HERE}}}, required: [and]}, {type: object, properties: {field: ${TEXT}, value: ${INT}, not: {allOf: [${HERE}]}}, required: [field]}]}, ${DEEP}}
    ?p[and][0][not][and][0][field]=5&p[and][0][not][and][0][value]=5&p[and][0][field]=a => {p: {and: [{field: a, not: {and: [{field: '5', value: 5}]}}]}}
  members without a name may be of the schema around them
    query p {schema: {type: object, additionalProperties: {anyOf: [${INT}, ${HERE}]}}, ${DEEP}}
    ?p[a][b][c][d]=5 => {p: {a: {b: {c: {d: 5}}}}}
  a default that is inside of itself has its int64s
    query p {type: object, properties: {'n': ${INT64}, next: ${HERE}}, default: {'n': 1, next: {'n': 2, next: {'n': 3}}}}
    - => {p: {'n': 1n, next: {'n': 2n, next: {'n': 3n}}}}
  a text is read as what "not" leaves, where that refuses strings
    query p {not: ${TEXT}}
    query q {not: {anyOf: [${TEXT}, ${INT}, {type: boolean}]}}
    ?p=5&q=1.5 => {p: 5, q: 1.5}
    ?p=true&q=null => {p: true, q: null}
    ?p=x => ! query.p must NOT be valid
  a text that is a number is read as one where only numbers can break a rule
    query p {minimum: 5}
    query q {schema: {type: object, properties: {'n': {multipleOf: 2}}}, ${DEEP}}
    ?p=7.5&q[n]=4 => {p: 7.5, q: {'n': 4}}
    ?p=abc&q[n]=007 => {p: abc, q: {'n': '007'}}
    ?p=3 => ! query.p must be >= 5
    ?q[n]=3 => ! query.q/n must be multiple of 2
  first items have the types of all schemas that describe them
    query p {allOf: [{type: array, prefixItems: [${INT}]}, {prefixItems: [true, {type: boolean}]}]}
    query q {anyOf: [{type: array, prefixItems: [${TEXT}], items: ${INT}}, {type: array, items: {type: boolean}}]}
    ?p=1&p=true&q=1&q=2 => {p: [1, true], q: ['1', 2]}
    ?p=1&q=true&q=false => {p: [1], q: [true, false]}
    ?p=1&p=x => ! query.p/1 must be boolean
  names of members make an object of a value without a type
    query p {propertyNames: {pattern: '^a'}}
    ?a1=1 => {p: {a1: '1'}}
    ?b=1 => ! query.p…
  an integer that a number does not hold is refused with the limit
    query p {schema: {type: object, properties: {'n': ${INT}, list: ${INTS}}}, ${DEEP}}
    ?p[n]=9007199254740993 => ! query.p/n must be integer up to 2^53
    ?p[list][]=-9007199254740993 => ! query.p/list/0 must be integer up to 2^53
    ?p[n]=9007199254740993x => ! query.p/n must be integer
  a member of a deep object that looks like a number is a string where the schema has one
    query alt {schema: ${KINDS}, ${DEEP}}
    ?alt[kind]=text&alt[v]=5 => {alt: {kind: text, v: '5'}}
    ?alt[kind]=num&alt[v]=5 => {alt: {kind: num, v: 5}}
    ?alt[kind]=num&alt[v]=x => ! query.alt/v must be integer
  a member of an object in a header, a cookie or a path is a string where the schema has one
    header alt {schema: ${KINDS}, explode: true}
    cookie alt ${KINDS}
    path alt {schema: ${KINDS}, explode: true}
    /kind=text,v=1 | alt: kind=text,v=2 | cookie: kind=text; v=3 => {params: {alt: {kind: text, v: '1'}}, headers: {alt: {kind: text, v: '2'}}, cookies: {alt: {kind: text, v: '3'}}}
  items of a list of deep objects are read apart from each other
    query alt {schema: {type: array, items: ${KINDS}}, ${DEEP}}
    ?alt[0][kind]=text&alt[0][v]=5&alt[1][kind]=num&alt[1][v]=5 => {alt: [{kind: text, v: '5'}, {kind: num, v: 5}]}
  first items of a list in brackets have their own types
    query alt {schema: {type: array, prefixItems: [${TEXT}, ${INT}], items: ${TEXT}}, ${DEEP}}
    ?alt[0]=1&alt[1]=2&alt[]=3&alt[]=4 => {alt: ['1', 2, '3', '4']}
  a boolean, a null and an int64 are strings where the schema has strings only
    query alt {schema: {type: object, additionalProperties: {anyOf: [{type: [boolean, 'null'], enum: [false]}, {type: integer, format: int64, maximum: 3}, {type: string, minLength: 2}]}}, ${DEEP}}
    ?alt[a]=true&alt[b]=null&alt[c]=12&alt[d]=false&alt[e]=2 => {alt: {a: 'true', b: 'null', c: '12', d: false, e: 2n}}
  many members of which half are numbers are read by what the violations name
    query alt {schema: ${MANY}, ${DEEP}}
    query n ${INT}
    ?alt[kind]=x${[...'abcdefghi'].map((name) => `&alt[${name}]=1`).join('')} => {alt: {kind: x, a: '1', b: 1, c: '1', d: 1, e: '1', f: 1, g: '1', h: 1, i: '1'}}
    ?n=x&alt[kind]=y&alt[a]=1&alt[b]=1 => ! query.n must be integer
  a long list is read as items of one type
    query alt {oneOf: [${INTS}, {type: array, items: ${TEXT}}]}
    ?${'alt=1&'.repeat(20)}alt=x => {alt: [${"'1', ".repeat(20)}x]}
  items and members that one type does not fit are read as another, however many they are
    query alt {type: array, items: ${SMALL_OR_TEXT}}
    query m {schema: {type: object, additionalProperties: ${SMALL_OR_TEXT}}, ${DEEP}}
    ?${upTo(20)
      .map((n) => `alt=${n}&m[n${n}]=${n}`)
      .join(
        '&',
      )} => {alt: [${upTo(20).map(smallOrText)}], m: {${upTo(20).map((n) => `n${n}: ${smallOrText(n)}`)}}}
  members and parameters are each read as a kind of their own
    query f {schema: {type: object, properties: {a: ${INT_OR_X}, b: ${SMALL_OR_TEXT}}}, ${DEEP}}
    query a ${INT_OR_X}
    query b ${SMALL_OR_TEXT}
    query list {type: array, prefixItems: [${INT_OR_X}, ${SMALL_OR_TEXT}]}
    ?f[a]=1e2&f[b]=12 => {f: {a: 100, b: '12'}}
    ?a=1e2&b=12 => {a: 100, b: '12'}
    ?list=1e2&list=12&a=x => {list: [100, '12'], a: x}
    ?f[a]=y&f[b]=12 => ! query.f/a…
`)

function smallOrText(n: number): string {
  return n > 9 ? `'${n}'` : String(n)
}

t.test('types of texts, at any depth and behind conditions', (t) => checkRows(t, rows))

t.test('a parameter with too many schemas inside is a warning', (t) => {
  const level = (index: number) => {
    const $ref = `{$ref: '#/paths/~10/get/parameters/${index + 1}/schema'}`
    const members = [...'abcdefghij'].map((name) => `${name}: ${index === 4 ? INT : $ref}`)
    return `    query p${index} {type: object, properties: {${members}}}\n`
  }
  const text = documentOf(rowsFrom(`  wide\n${[0, 1, 2, 3, 4].map(level).join('')}`))
  const { warnings } = documentModel(parse('a.json', text))
  t.match(
    warnings.map(({ message, pointer }) => `${pointer} ${message}`),
    [0, 1].map(
      (index) =>
        `#/paths/~10/get/parameters/${index} its texts have the types of over 10000 schemas: those more than 3 deep inside are read as strings, so that a number there is refused`,
    ),
  )
  t.end()
})
