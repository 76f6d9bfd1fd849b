import t, { type Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { parse } from '#toolkit/generator/load/source.js'
import { instances } from '#toolkit/samples/index.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractOf } from '../../helpers/serve-document.js'
import { contentOf, documentOf, echo, exact, keeping } from './keeping.js'

/** A document that takes a value of the first of these schemas and returns it. */
function adopting(schemas: string, openapi = '3.1.0'): string {
  const all = yamlOf(`{${schemas.replace(/\$(\w+)/g, "{$ref: '#/components/schemas/$1'}")}}`)
  const content = contentOf({ $ref: `#/components/schemas/${Object.keys(all as object)[0]}` })
  const operation = { requestBody: { ...content, required: true }, responses: { 200: content } }
  return documentOf({ 'post pets': operation }, { openapi, components: { schemas: all } })
}

const MEMBERS = 'kind: {type: string}, name: {type: string}'
const LIVES =
  'properties: {lives: {type: integer, minimum: 1}, born: {type: integer, format: int64}}'
const HEIRS = `
  Cat: {allOf: [$Pet, {required: [lives], ${LIVES}}]},
  Dog: {allOf: [$Pet, {properties: {bark: {type: string}}}]}`
const petsBy = (discriminator: string, kind = '{type: string}') =>
  `Pet: {type: object, required: [kind], discriminator: ${discriminator},
    properties: {kind: ${kind}, name: {type: string}}}, ${HEIRS}`

/** The same heirs in Swagger 2.0, where the name of a cat may be another one. */
const SWAGGER = JSON.stringify(
  yamlOf(`{swagger: '2.0', info: {title: T, version: '1'}, paths: {/pets: {post: {operationId: pets,
    consumes: [application/json], produces: [application/json],
    parameters: [{in: body, name: pet, required: true, schema: {$ref: '#/definitions/Pet'}}],
    responses: {'200': {description: Done., schema: {$ref: '#/definitions/Pet'}}}}}},
    definitions: {Pet: {type: object, required: [kind], discriminator: kind, properties: {${MEMBERS}}},
      Cat: {allOf: [{$ref: '#/definitions/Pet'}, {required: [lives], ${LIVES}}], x-ms-discriminator-value: Microsoft.Cat},
      Dog: {allOf: [{$ref: '#/definitions/Pet'}, {properties: {bark: {type: string}}}]}}}`),
)

async function adopt(t: Test, text: string, options?: GenerateOptions) {
  const contract = await contractOf(t, text, options)
  const { kept, post } = await keeping(t, contract, { answer: echo })
  return { send: (payload: string) => post('/pets', payload), kept }
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
  t.test(`a discriminator refuses nothing that the schema accepts: ${name}`, async (t) => {
    const { send } = await adopt(t, document)
    for (const [of, payload = '', returned = payload] of ROWS) {
      if (of !== name) continue
      const { statusCode, body } = await send(payload)
      t.same([statusCode, body], [200, returned], payload)
    }
    t.equal((await send('{}')).statusCode, 400)
    t.equal((await send('{"kind":"Cat","name":1}')).statusCode, 400)
  })
}

/** Requests, and what a handler gets or the reason of a refusal. */
async function checkGiven(t: Test, text: string, rows: string): Promise<void> {
  const { send, kept } = await adopt(t, text)
  for (const [payload = '', want = ''] of rowsOf(rows)) {
    const { statusCode, body } = await send(payload)
    const [, reason] = /^! ?(.*)/.exec(want) ?? []
    t.equal(statusCode, reason === undefined ? 200 : 400, payload)
    if (reason !== undefined) t.match(body, reason)
    else t.strictSame(kept.pop(), { body: exact(yamlOf(want)) }, payload)
  }
}

t.test('only an int64 of the schema that a discriminator selects is one', (t) =>
  checkGiven(
    t,
    adopting(PLAIN),
    `
  {"kind":"Cat","lives":9,"born":1} | {kind: Cat, lives: 9, born: 1n}
  {"kind":"Hamster","lives":9,"born":1} | {kind: Hamster, lives: 9, born: 1}
  {"kind":"Cat","born":1} | {kind: Cat, born: 1}
`,
  ),
)

const choice = (keyword: string) =>
  adopting(`
    Pet: {${keyword}: [$Cat, $Dog], discriminator: {propertyName: kind, mapping: {cat: Cat}}},
    Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}},
    Dog: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: string}, chip: {type: string}}}`)

for (const keyword of ['anyOf', 'oneOf']) {
  t.test(
    `a discriminator selects among alternatives of ${keyword}, and refuses none`,
    async (t) => {
      const { send } = await adopt(t, choice(keyword))
      const both = keyword === 'anyOf' ? 200 : 400
      const rows: [payload: string, status: number, returned?: string][] = [
        ['{"kind":"cat","lives":9,"chip":"1"}', 200, '{"kind":"cat","lives":9}'],
        ['{"kind":"Dog","lives":"one","chip":"1"}', 200],
        // The mapping leads to the other schema, or to none: the schemas decide.
        ['{"kind":"cat","lives":"one","chip":"1"}', 200],
        ['{"kind":"wolf","lives":9,"chip":"1"}', 200, '{"kind":"wolf","lives":9}'],
        ['{"kind":"cat"}', both],
      ]
      for (const [payload, status, returned = payload] of rows) {
        const { statusCode, body } = await send(payload)
        t.equal(statusCode, status, payload)
        if (status === 200) t.equal(body, returned)
      }
      // A refusal is of the schema that it selects.
      t.match(
        (await send('{"kind":"cat","lives":true,"chip":1}')).body,
        'body/lives must be integer',
      )
      t.match(
        (await send('{"kind":"Dog","lives":true,"chip":1}')).body,
        'body/lives must be string',
      )
    },
  )
}

const COUNTED = `
    Pet: {anyOf: [$Cat, $Dog, $Fish, {type: 'null'}], discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog}}},
    Cat: {type: object, required: [kind], properties: {kind: {type: string}, id: {type: integer, format: int64}}},
    Dog: {type: object, required: [kind], properties: {kind: {type: string}, id: {type: number}, age: {type: integer, format: int64}}},
    Fish: {type: object, properties: {kind: {type: string, maxLength: 5}, fins: {type: integer, format: int64}}}`

// The fifth is not accepted by the schema that is selected, the next two select none: all count that accept them.
t.test('values are converted by the alternative that is selected, if that accepts them', (t) =>
  checkGiven(
    t,
    adopting(COUNTED),
    `
  {"kind":"cat","id":${BORN},"age":1,"fins":1} | {kind: cat, id: ${BORN}n, age: 1, fins: 1}
  {"kind":"Cat","id":1,"age":1} | {kind: Cat, id: 1n, age: 1}
  {"kind":"dog","id":1,"age":${BORN}} | {kind: dog, id: 1, age: ${BORN}n}
  {"kind":"Fish","id":1,"fins":2} | {kind: Fish, id: 1, fins: 2n}
  {"kind":"cat","id":1.5,"age":2} | {kind: cat, id: 1.5, age: 2n}
  {"kind":"bat","id":1,"age":2,"fins":3} | {kind: bat, id: 1n, age: 2n, fins: 3n}
  {"id":1,"fins":3} | {id: 1, fins: 3n}
  null | null
  {"kind":"goldfish","id":"1"} | ! body
  {"kind":1} | ! body
  5 | ! body
  {"kind":"Cat","id":"1","fins":"2"} | ! body/id must be int64
`,
  ),
)

t.test('samples are of the schemas that it selects', async (t) => {
  const kindsOf = async (text: string) => {
    const { schemas } = await contractOf(t, text)
    const byRef = new Map(Object.values(schemas).map((each) => [`${each.$id}#`, each]))
    const target = ($ref: string) => byRef.get($ref) as never
    const draw = instances({ target, accepts: () => true, seed: 1 })
    return Array.from({ length: 20 }, () => Object(draw(target('Pet#'))).kind)
  }
  for (const text of [adopting(MAPPED), choice('anyOf'), choice('oneOf')]) {
    const others = (await kindsOf(text)).filter((kind) => !['cat', 'Cat', 'Dog'].includes(kind))
    t.same(others, [], text)
  }
  const [kind] = await kindsOf(adopting(PLAIN.slice(0, PLAIN.indexOf(HEIRS))))
  t.type(kind, 'string', 'of a base without heirs')
})

const baseWith = (discriminator: string) => `
    Base: {type: object, discriminator: ${discriminator}},
    A: {allOf: [$Base, {required: [a], properties: {a: {type: integer, format: int64}}}]},
    B: {allOf: [$Base, {required: [b], properties: {b: {type: integer, format: int64}}}]}`
const alternatives = (keyword: string) => `
    Base: {${keyword}: [$A, $B], discriminator: {propertyName: kind, mapping: {a: A}, defaultMapping: '#/components/schemas/B'}},
    A: {type: object, required: [a], properties: {a: {type: integer, format: int64}}},
    B: {type: object, required: [b], properties: {b: {type: integer, format: int64}}}`

/** A default schema of 3.2 that is an heir, or one of several alternatives. */
const DEFAULTS = {
  heirs: baseWith('{propertyName: kind, mapping: {a: A, b: B}, defaultMapping: B}'),
  anyOf: alternatives('anyOf'),
  oneOf: alternatives('oneOf'),
}

for (const [name, schemas] of Object.entries(DEFAULTS)) {
  const text = adopting(schemas, '3.2.0')
  t.test(`values that a mapping does not have are of its default: ${name}`, (t) =>
    checkGiven(
      t,
      text,
      `
  {"b":${BORN}} | {b: ${BORN}n}
  {"b":${BORN},"kind":"b"} | {b: ${BORN}n, kind: b}
  {"b":${BORN},"kind":"x"} | {b: ${BORN}n, kind: x}
  {"a":${BORN},"kind":"a"} | {a: ${BORN}n, kind: a}
`,
    ),
  )

  t.test(`strict, a value satisfies the schema of its name or the default: ${name}`, async (t) => {
    const { send } = await adopt(t, text, { discriminator: 'strict' })
    for (const payload of [`{"b":${BORN}}`, `{"b":${BORN},"kind":"x"}`, '{"a":1,"kind":"a"}']) {
      const { statusCode, body } = await send(payload)
      t.same([statusCode, JSON.parse(body)], [200, JSON.parse(payload)])
    }
    const refusals = {
      '{"kind":"a","b":1}': "body must have required property 'a'",
      '{"kind":"x","a":1}': "body must have required property 'b'",
      '{"kind":"x","b":"1"}': 'body/b must be int64',
    }
    for (const [payload, reason] of Object.entries(refusals)) {
      t.match(await send(payload), { statusCode: 400, body: reason }, payload)
    }
  })
}

/** The types that are generated for schemas. */
const TYPES: readonly (readonly [schemas: string, ...lines: string[]])[] = [
  [
    MAPPED,
    "export type Pet = (Cat & { kind: 'cat' | 'Dog' }) | PetBase\n",
    'export interface PetBase {\n  kind: string\n',
  ],
  [
    `A: {type: object, discriminator: {propertyName: k}}, B: {allOf: [$A, {properties: {b: {type: string}}}]}`,
    "export type A = (B & { k: 'B' }) | ABase\n",
  ],
  [
    `A: {type: object, discriminator: {propertyName: k}, properties: {k: {enum: [a, b]}}},
     B: {allOf: [$A, {properties: {k: {const: b}}}]}, C: {allOf: [$A]}`,
    "export type A = (B & { k: 'b' }) | C | ABase\n",
  ],
  [DEFAULTS.heirs, "export type Base = (A & { kind: 'a' }) | B | BaseBase\n"],
  [DEFAULTS.oneOf, "export type Base = (A & { kind?: 'a' | undefined }) | B\n"],
]

t.test('the type of a base is one of its heirs, or itself; a default has no value', async (t) => {
  for (const [schemas, ...lines] of TYPES) {
    const { files } = generateFrom(parse('a.json', adopting(schemas, '3.2.0')))
    const types = files.find(({ name }) => name === 'types.ts')?.text
    for (const line of lines) t.match(types, line)
  }
})

t.test('a default that is the base, or no heir of it, is what all heirs share', async (t) => {
  for (const fallback of ['Base', 'Other']) {
    const schemas = DEFAULTS.heirs.replace('defaultMapping: B', `defaultMapping: ${fallback}`)
    const { send } = await adopt(t, adopting(`${schemas}, Other: {type: object}`, '3.2.0'))
    const text = '{"b":1,"kind":"x"}'
    t.match(await send(text), { statusCode: 200, body: text })
  }
})

t.test('the member of a discriminator is sent where no schema describes it', async (t) => {
  const { send } = await adopt(t, adopting(baseWith('{propertyName: kind, mapping: {a: A, b: B}}')))
  t.equal((await send('{"kind":"a","a":1,"x":2}')).body, '{"a":1,"kind":"a"}')
})
