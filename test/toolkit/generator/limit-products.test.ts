import t from 'tap'
import { made, problemsOf, toldOf } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { talks } from '../runtime/keeping.js'

/** A choice of objects with one member each, whose names begin with the name of the choice. */
function choice(name: string, count: number): string {
  const branches = Array.from(
    { length: count },
    (_, at) =>
      `{ type: object, required: [${name}${at}], properties: { ${name}${at}: { type: string } } }`,
  )
  return `oneOf: [${branches.join()}]`
}

const choices = (names: string, count: number) =>
  [...names].map((name) => `{ ${choice(name, count)} }`).join()

const BASE = 'type: object, required: [id], properties: { id: { type: number } }'
const VALUE = '{"id":1,"a0":"a","b1":"b","c2":"c","d3":"d","e4":"e"}'
const MANY = `{ allOf: [{ ${BASE} }, ${choices('abcde', 10)}] }`

/** Schemas that accept the value, with the place of one that is too many, and how many. */
const TABLE = rowsOf(`
  choices of allOf | A: ${MANY} | A 100000
  choices in each other | A: { ${BASE}, ${choice('a', 10)}, allOf: [{ allOf: [${choices('bcd', 10)}] }, { ${choice('e', 10)} }] } | A 100000
  choices with names | {A: { allOf: [{ ${BASE} }, $B, $C] }, B: { allOf: [${choices('ab', 30)}] }, C: { allOf: [${choices('cde', 10)}] }} | A 900000
  choices of a choice | A: { oneOf: [${MANY}, { type: string }] } | A/oneOf/0 100000
  as many as the compiler takes | A: { allOf: [{ ${BASE} }, ${choices('abc', 10)}] } |
`)

for (const [name, document = '', place = ''] of TABLE) {
  t.test(`types with too many alternatives are wider, and compile: ${name}`, async (t) => {
    const found = toldOf(document).map((line) => {
      const [, pointer, count] = /^(#\S*) .* multiply to (\d+) alternatives/.exec(line) ?? []
      return `${pointer} ${count}`
    })
    t.same(found, place === '' ? [] : [`#/components/schemas/${place}`])
    const text = `import type { A } from './types.js'\nexport const a: A = ${VALUE}`
    const use = place === '' ? [] : [{ name: 'value.ts', text }]
    t.same(await problemsOf(t, [...made(document).files, ...use]), [])
  })
}

t.test('a type that is wider changes no verdict', (t) => {
  const wrong = VALUE.replace('"e4":"e"', '"e4":5')
  const lines = `POST / ${VALUE} -> 200 ${VALUE}\nPOST / ${wrong} -> 400`
  return talks(t, `POST /: { body: $A, 200: $A }\nA: ${MANY}`, lines)
})
