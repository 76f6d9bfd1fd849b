import t, { type Test } from 'tap'
import { instances } from '#toolkit/samples/index.js'
import { inFull } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { contractOf } from '../../helpers/serve-document.js'
import { contractIn, echo, keeping } from './keeping.js'

/** A document that takes a value of the first of these schemas and returns it. */
const adopting = (schemas: string, openapi = '3.1.0') => {
  const [name] = /\w+/.exec(schemas) ?? []
  return `openapi: ${openapi}\nPOST /pets: { body: $${name}, 200: $${name} }\n${schemas}`
}

const HEIRS = `
Cat: {allOf: [$Pet, {required: [lives], properties: {lives: {type: integer, minimum: 1}, born: {type: integer, format: int64}}}]}
Dog: {allOf: [$Pet, {properties: {bark: {type: string}}}]}`
const petsBy = (discriminator: string, kind = '{type: string}') => `
Pet: {type: object, required: [kind], discriminator: ${discriminator}, properties: {kind: ${kind}, name: {type: string}}}${HEIRS}`

/** The same heirs in Swagger 2.0, where the name of a cat may be another one. */
const SWAGGER = `
swagger: '2.0'
consumes: [application/json]
produces: [application/json]
POST /pets: { parameters: [{ in: body, name: pet, required: true, schema: $Pet }], responses: { 200: { description: d, schema: $Pet } } }
${petsBy('kind').replace('Cat: {', 'Cat: {x-ms-discriminator-value: Microsoft.Cat, ')}`

/** Sends lines of payloads and outcomes to pets. */
async function adopt(t: Test, document: string, lines: string) {
  const { talk } = await keeping(t, await contractIn(document), { answer: echo })
  await talk(t, { part: 'body', to: 'POST /pets ' }).lines(lines)
}

const PLAIN = petsBy('{propertyName: kind}')
const MAPPED = petsBy('{propertyName: kind, mapping: {cat: Cat, Dog: Cat}}')
const BORN = '9007199254740995'

const DOCUMENTS: Readonly<Record<string, string>> = {
  plain: adopting(PLAIN),
  'in 3.0': adopting(PLAIN, '3.0.3'),
  mapped: adopting(MAPPED),
  'in Swagger 2.0': SWAGGER,
  'with a default (3.2)': adopting(petsBy('{propertyName: kind, defaultMapping: Dog}'), '3.2.0'),
  'of numbers': adopting(petsBy("{propertyName: kind, mapping: {'1': Cat}}", '{type: integer}')),
  'of anything': adopting(petsBy('{propertyName: kind}', 'true')),
}

/** Documents, requests to them, and what is returned where that is something else: the contract does not name it. */
const ROWS = rowsOf(`
  plain | {"kind":"Cat","lives":9,"born":${BORN}}
  plain | {"kind":"Dog","bark":"woof"}
  plain | {"kind":"Pet"}
  plain | {"kind":"Hamster"}
  plain | {"kind":"Hamster","lives":9} | {"kind":"Hamster"}
  plain | {"kind":"Dog","lives":9} | {"kind":"Dog"}
  in 3.0 | {"kind":"Cat","lives":0}
  in 3.0 | {"kind":"Cat"}
  in 3.0 | {"kind":"Cat","lives":"none"}
  mapped | {"kind":"cat","lives":9,"born":${BORN}}
  mapped | {"kind":"Cat","lives":9,"born":${BORN}}
  mapped | {"kind":"Dog","lives":9,"born":${BORN}}
  mapped | {"kind":"Dog","lives":9,"bark":"woof"} | {"kind":"Dog","lives":9}
  in Swagger 2.0 | {"kind":"Microsoft.Cat","lives":9,"born":${BORN}}
  in Swagger 2.0 | {"kind":"Cat","lives":9,"born":${BORN}}
  in Swagger 2.0 | {"kind":"Pet"}
  in Swagger 2.0 | {"kind":"Hamster"}
  with a default (3.2) | {"kind":"Cat","lives":9,"born":${BORN}}
  with a default (3.2) | {"kind":"Hamster"}
  of numbers | {"kind":1,"lives":9,"born":${BORN}}
  of numbers | {"kind":2,"lives":9} | {"kind":2}
  of anything | {"kind":"Cat","lives":9,"born":${BORN}}
  of anything | {"kind":{"a":[1]}}
  of anything | {"kind":null}
`)

for (const [name, document] of Object.entries(DOCUMENTS)) {
  t.test(`a discriminator refuses nothing that the schema accepts: ${name}`, (t) => {
    const lines = ROWS.filter(([of]) => of === name).map(
      ([, payload, returned = payload]) => `${payload} -> 200 ${returned}\n`,
    )
    return adopt(t, document, `${lines.join('')}{} || {"kind":"Cat","name":1} -> 40002`)
  })
}

t.test('only an int64 of the schema that a discriminator selects is one', (t) =>
  adopt(
    t,
    adopting(PLAIN),
    `
  {"kind":"Cat","lives":9,"born":1} -> 200 of {kind: Cat, lives: 9, born: 1n}
  {"kind":"Hamster","lives":9,"born":1} -> 200 of {kind: Hamster, lives: 9, born: 1}
  {"kind":"Cat","born":1} -> 200 of {kind: Cat, born: 1}
`,
  ),
)

const choice = (keyword: string) =>
  adopting(`
Pet: {${keyword}: [$Cat, $Dog], discriminator: {propertyName: kind, mapping: {cat: Cat}}}
Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
Dog: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: string}, chip: {type: string}}}`)

for (const [keyword, both] of Object.entries({ anyOf: '200', oneOf: '40002' })) {
  // Where the mapping leads to the other schema, or to none, the schemas decide; a refusal is of the one selected.
  t.test(`a discriminator selects among alternatives of ${keyword}, and refuses none`, (t) =>
    adopt(
      t,
      choice(keyword),
      `
  {"kind":"cat","lives":9,"chip":"1"} -> 200 {"kind":"cat","lives":9}
  {"kind":"Dog","lives":"one","chip":"1"} -> 200 {"kind":"Dog","lives":"one","chip":"1"}
  {"kind":"cat","lives":"one","chip":"1"} -> 200 {"kind":"cat","lives":"one","chip":"1"}
  {"kind":"wolf","lives":9,"chip":"1"} -> 200 {"kind":"wolf","lives":9}
  {"kind":"cat"} -> ${both}
  {"kind":"cat","lives":true,"chip":1} -> 40002 body/lives must be integer
  {"kind":"Dog","lives":true,"chip":1} -> 40002 body/lives must be string
`,
    ),
  )
}

const COUNTED = `
Pet: {anyOf: [$Cat, $Dog, $Fish, {type: 'null'}], discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog}}}
Cat: {type: object, required: [kind], properties: {kind: {type: string}, id: {type: integer, format: int64}}}
Dog: {type: object, required: [kind], properties: {kind: {type: string}, id: {type: number}, age: {type: integer, format: int64}}}
Fish: {type: object, properties: {kind: {type: string, maxLength: 5}, fins: {type: integer, format: int64}}}`

// The fifth is not accepted by the schema that is selected, the next two select none: all count that accept them.
t.test('values are converted by the alternative that is selected, if that accepts them', (t) =>
  adopt(
    t,
    adopting(COUNTED),
    `
  {"kind":"cat","id":${BORN},"age":1,"fins":1} -> 200 of {kind: cat, id: ${BORN}n, age: 1, fins: 1}
  {"kind":"Cat","id":1,"age":1} -> 200 of {kind: Cat, id: 1n, age: 1}
  {"kind":"dog","id":1,"age":${BORN}} -> 200 of {kind: dog, id: 1, age: ${BORN}n}
  {"kind":"Fish","id":1,"fins":2} -> 200 of {kind: Fish, id: 1, fins: 2n}
  {"kind":"cat","id":1.5,"age":2} -> 200 of {kind: cat, id: 1.5, age: 2n}
  {"kind":"bat","id":1,"age":2,"fins":3} -> 200 of {kind: bat, id: 1n, age: 2n, fins: 3n}
  {"id":1,"fins":3} -> 200 of {id: 1, fins: 3n}
  null -> 200 of null
  {"kind":"goldfish","id":"1"} || {"kind":1} || 5 -> 40002 body
  {"kind":"Cat","id":"1","fins":"2"} -> 40002 body/id must be int64
`,
  ),
)

t.test('samples are of the schemas that it selects', async (t) => {
  const kindsOf = async (text: string) => {
    const { schemas } = await contractOf(t, inFull(text))
    const byRef = new Map(Object.values(schemas).map((each) => [`${each.$id}#`, each]))
    const target = ($ref: string) => byRef.get($ref) as never
    const draw = instances({ target, accepts: () => true, seed: 1 })
    return Array.from({ length: 20 }, () => Object(draw(target('Pet#'))).kind)
  }
  for (const text of [adopting(MAPPED), choice('anyOf'), choice('oneOf')]) {
    const others = (await kindsOf(text)).filter((kind) => !['cat', 'Cat', 'Dog'].includes(kind))
    t.same(others, [], text)
  }
  const [kind] = await kindsOf(adopting(PLAIN.replace(HEIRS, '')))
  t.type(kind, 'string', 'of a base without heirs')
})

const A = 'required: [a], properties: {a: {type: integer, format: int64}}'
const B = A.replaceAll('a:', 'b:').replace('[a]', '[b]')
const baseWith = (discriminator: string) => `
Base: {type: object, discriminator: ${discriminator}}
A: {allOf: [$Base, {${A}}]}
B: {allOf: [$Base, {${B}}]}`
const alternatives = (keyword: string) => `
Base: {${keyword}: [$A, $B], discriminator: {propertyName: kind, mapping: {a: A}, defaultMapping: '#/components/schemas/B'}}
A: {type: object, ${A}}
B: {type: object, ${B}}`

/** A default schema of 3.2 that is an heir, or one of several alternatives. */
const DEFAULTS = {
  heirs: baseWith('{propertyName: kind, mapping: {a: A, b: B}, defaultMapping: B}'),
  anyOf: alternatives('anyOf'),
  oneOf: alternatives('oneOf'),
}

for (const [name, schemas] of Object.entries(DEFAULTS)) {
  const document = adopting(schemas, '3.2.0')
  t.test(`values that a mapping does not have are of its default: ${name}`, (t) =>
    adopt(
      t,
      document,
      `
  {"b":${BORN}} -> 200 of {b: ${BORN}n}
  {"b":${BORN},"kind":"b"} -> 200 of {b: ${BORN}n, kind: b}
  {"b":${BORN},"kind":"x"} -> 200 of {b: ${BORN}n, kind: x}
  {"a":${BORN},"kind":"a"} -> 200 of {a: ${BORN}n, kind: a}
`,
    ),
  )
}

t.test('a default that is the base, or no heir of it, is what all heirs share', async (t) => {
  for (const fallback of ['Base', 'Other']) {
    const schemas = DEFAULTS.heirs.replace('defaultMapping: B', `defaultMapping: ${fallback}`)
    const document = adopting(`${schemas}\nOther: {type: object}`, '3.2.0')
    await adopt(t, document, '{"b":1,"kind":"x"} -> 200 {"b":1,"kind":"x"}')
  }
})

t.test('the member of a discriminator is sent where no schema describes it', (t) => {
  const document = adopting(baseWith('{propertyName: kind, mapping: {a: A, b: B}}'))
  return adopt(t, document, '{"kind":"a","a":1,"x":2} -> 200 {"a":1,"kind":"a"}')
})
