import t, { type Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { instances } from '#toolkit/samples/index.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const CAT =
  '{ required: [lives], properties: { lives: { type: integer, minimum: 1 }, born: { type: integer, format: int64 } } }'

/** A document that takes a `Pet` and returns it; its bases and heirs are as the version has them. */
function document(version: string, discriminator: string, more = '', kind = '{ type: string }') {
  const [head, at, inside] = version.startsWith('2')
    ? [`swagger: '${version}'`, '#/definitions', 'definitions:\n ']
    : [`openapi: ${version}`, '#/components/schemas', 'components:\n  schemas:']
  const pet = `{ $ref: '${at}/Pet' }`
  const io = version.startsWith('2')
    ? `consumes: [application/json], produces: [application/json], parameters: [{ in: body, name: pet, required: true, schema: ${pet} }], responses: { '200': { description: Done., schema: ${pet} } }`
    : `requestBody: { required: true, content: { application/json: { schema: ${pet} } } }, responses: { '200': { description: Done., content: { application/json: { schema: ${pet} } } } }`
  return `
${head}
info: { title: Pets, version: '1' }
paths: { /pets: { post: { operationId: adopt, ${io} } } }
${inside}
    Pet: { type: object, required: [kind], discriminator: ${discriminator}, properties: { kind: ${kind}, name: { type: string } } }
    Cat: { allOf: [{ $ref: '${at}/Pet' }, ${CAT}]${more} }
    Dog: { allOf: [{ $ref: '${at}/Pet' }, { properties: { bark: { type: string } } }] }
`
}

async function adopt(t: Test, text: string) {
  const given: unknown[] = []
  const handlers = {
    adopt: ({ body }: { body: unknown }) => {
      given.push(body)
      return { status: 200, body }
    },
  }
  const app = await serveContract(t, await contractOf(t, text), { handlers })
  const headers = { 'content-type': 'application/json' }
  const send = (payload: string) => app.inject({ method: 'POST', url: '/pets', headers, payload })
  return { send, given }
}

const BORN = '9007199254740995'
const MAPPED = '{ propertyName: kind, mapping: { cat: Cat, Dog: Cat } }'

/** Requests, and what is returned where that is something else. */
type Row = readonly [document: string, taken: readonly (readonly [string, string?])[]]

const table: Readonly<Record<string, Row>> = {
  'values of subtypes, of the base and of nothing': [
    document('3.1.0', '{ propertyName: kind }'),
    [
      ['{"kind":"Cat","lives":9,"born":9007199254740995}'],
      ['{"kind":"Dog","bark":"woof"}'],
      ['{"kind":"Pet"}'],
      ['{"kind":"Hamster"}'],
      // What the contract does not name stays here: a hamster has no lives.
      ['{"kind":"Hamster","lives":9}', '{"kind":"Hamster"}'],
      ['{"kind":"Dog","lives":9}', '{"kind":"Dog"}'],
    ],
  ],
  'a value that breaks the schema of its name': [
    document('3.0.3', '{ propertyName: kind }'),
    [['{"kind":"Cat","lives":0}'], ['{"kind":"Cat"}'], ['{"kind":"Cat","lives":"none"}']],
  ],
  'names beside a mapping, unless the mapping has another schema for them': [
    document('3.1.0', MAPPED),
    [
      [`{"kind":"cat","lives":9,"born":${BORN}}`],
      [`{"kind":"Cat","lives":9,"born":${BORN}}`],
      [`{"kind":"Dog","lives":9,"born":${BORN}}`],
      ['{"kind":"Dog","lives":9,"bark":"woof"}', '{"kind":"Dog","lives":9}'],
    ],
  ],
  'Swagger 2.0': [
    document('2.0', 'kind', ', x-ms-discriminator-value: Microsoft.Cat'),
    [
      [`{"kind":"Microsoft.Cat","lives":9,"born":${BORN}}`],
      [`{"kind":"Cat","lives":9,"born":${BORN}}`],
      ['{"kind":"Pet"}'],
      ['{"kind":"Hamster"}'],
    ],
  ],
  'a mapping with a default (3.2)': [
    document('3.2.0', '{ propertyName: kind, defaultMapping: Dog }'),
    [[`{"kind":"Cat","lives":9,"born":${BORN}}`], ['{"kind":"Hamster"}']],
  ],
  'values that are no strings': [
    document('3.1.0', "{ propertyName: kind, mapping: { '1': Cat } }", '', '{ type: integer }'),
    [[`{"kind":1,"lives":9,"born":${BORN}}`], ['{"kind":2,"lives":9}', '{"kind":2}']],
  ],
  'a member that may be anything': [
    document('3.1.0', '{ propertyName: kind }', '', 'true'),
    [[`{"kind":"Cat","lives":9,"born":${BORN}}`], ['{"kind":{"a":[1]}}'], ['{"kind":null}']],
  ],
}

for (const [name, [text, rows]] of Object.entries(table)) {
  t.test(`a discriminator refuses nothing that the schema accepts: ${name}`, async (t) => {
    const { send } = await adopt(t, text)
    for (const [payload, returned = payload] of rows) {
      const { statusCode, body } = await send(payload)
      t.equal(statusCode, 200, payload)
      t.equal(body, returned)
    }
    t.equal((await send('{}')).statusCode, 400)
    t.equal((await send('{"kind":"Cat","name":1}')).statusCode, 400)
  })
}

t.test(
  'a discriminator tells what an int64 is: only that of the selected schema is one',
  async (t) => {
    const { send, given } = await adopt(t, document('3.1.0', '{ propertyName: kind }'))
    await send('{"kind":"Cat","lives":9,"born":1}')
    await send('{"kind":"Hamster","lives":9,"born":1}')
    await send('{"kind":"Cat","born":1}')
    t.same(given, [
      { kind: 'Cat', lives: 9, born: 1n },
      { kind: 'Hamster', lives: 9, born: 1 },
      { kind: 'Cat', born: 1 },
    ])
  },
)

const CHOICE = `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets: { post: { operationId: adopt,
    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } },
    responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } }
components:
  schemas:
    Pet: { KEYWORD: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind, mapping: { cat: Cat } } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: string }, chip: { type: string } } }
`

for (const keyword of ['anyOf', 'oneOf']) {
  t.test(
    `a discriminator selects among alternatives of ${keyword}, and refuses none of them`,
    async (t) => {
      const { send } = await adopt(t, CHOICE.replace('KEYWORD', keyword))
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
    },
  )

  t.test(`a refusal is of the schema that it selects: ${keyword}`, async (t) => {
    const { send } = await adopt(t, CHOICE.replace('KEYWORD', keyword))
    const messageFor = async (kind: string) =>
      (await send(`{"kind":"${kind}","lives":true,"chip":1}`)).json().message
    t.match(await messageFor('cat'), /body\/lives must be integer/)
    t.match(await messageFor('Dog'), /body\/lives must be string/)
  })
}

const COUNTED = `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets: { post: { operationId: adopt,
    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } },
    responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } }
components:
  schemas:
    Pet:
      anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Fish' }, { type: 'null' }]
      discriminator: { propertyName: kind, mapping: { cat: Cat, dog: Dog } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, id: { type: integer, format: int64 } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string }, id: { type: number }, age: { type: integer, format: int64 } } }
    Fish: { type: object, properties: { kind: { type: string, maxLength: 5 }, fins: { type: integer, format: int64 } } }
`

t.test(
  'values are converted by the alternative that it selects, if that accepts them',
  async (t) => {
    const { send, given } = await adopt(t, COUNTED)
    const rows: [payload: string, given: unknown][] = [
      [
        `{"kind":"cat","id":${BORN},"age":1,"fins":1}`,
        { kind: 'cat', id: BigInt(BORN), age: 1, fins: 1 },
      ],
      [`{"kind":"Cat","id":1,"age":1}`, { kind: 'Cat', id: 1n, age: 1 }],
      [`{"kind":"dog","id":1,"age":${BORN}}`, { kind: 'dog', id: 1, age: BigInt(BORN) }],
      ['{"kind":"Fish","id":1,"fins":2}', { kind: 'Fish', id: 1, fins: 2n }],
      // The selected schema does not accept it: others do.
      ['{"kind":"cat","id":1.5,"age":2}', { kind: 'cat', id: 1.5, age: 2n }],
      // No schema is selected: all count that accept it.
      ['{"kind":"bat","id":1,"age":2,"fins":3}', { kind: 'bat', id: 1n, age: 2n, fins: 3n }],
      ['{"id":1,"fins":3}', { id: 1, fins: 3n }],
      ['null', null],
    ]
    for (const [payload, want] of rows) {
      t.equal((await send(payload)).statusCode, 200, payload)
      t.strictSame(given.pop(), want)
    }
    for (const payload of ['{"kind":"goldfish","id":"1"}', '{"kind":1}', '5']) {
      t.equal((await send(payload)).statusCode, 400, payload)
    }
    t.match(
      (await send('{"kind":"Cat","id":"1","fins":"2"}')).json().message,
      /body\/id must be int64/,
    )
  },
)

t.test('samples are of the schemas that it selects', async (t) => {
  for (const text of [
    document('3.1.0', MAPPED),
    CHOICE.replace('KEYWORD', 'anyOf'),
    CHOICE.replace('KEYWORD', 'oneOf'),
  ]) {
    const { schemas } = await contractOf(t, text)
    const byRef = new Map(Object.values(schemas).map((each) => [`${each.$id}#`, each]))
    const target = ($ref: string) => byRef.get($ref) as never
    const draw = instances({ target, accepts: () => true, seed: 1 })
    const kinds = Array.from({ length: 20 }, () => Object(draw(target('Pet#'))).kind)
    t.ok(
      kinds.every((kind) => ['cat', 'Cat', 'Dog'].includes(kind)),
      text,
      { kinds },
    )
  }
})

t.test('types: the base is one of its heirs, or itself', (t) => {
  const { files } = generateFrom(parse('a.yaml', document('3.1.0', MAPPED)))
  const types = files.find(({ name }) => name === 'types.ts')?.text
  t.match(types, "export type Pet = (Cat & { kind: 'cat' | 'Dog' }) | PetBase\n")
  t.match(types, 'export interface PetBase {\n  kind: string\n')
  t.end()
})

t.test('a base without heirs, and one that lacks the member', async (t) => {
  const alone = document('3.1.0', '{ propertyName: kind }').replace(/ {4}Cat: .*\n {4}Dog: .*/, '')
  const { schemas } = await contractOf(t, alone)
  const byRef = new Map(Object.values(schemas).map((each) => [`${each.$id}#`, each]))
  const target = ($ref: string) => byRef.get($ref) as never
  const draw = instances({ target, accepts: () => true, seed: 1 })
  t.type(Object(draw(target('Pet#'))).kind, 'string')

  const bare = `
openapi: 3.1.0
info: { title: T, version: '1' }
components:
  schemas:
    A: { type: object, discriminator: { propertyName: k } }
    B: { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { b: { type: string } } }] }
`
  const { files } = generateFrom(parse('a.yaml', bare))
  const types = files.find(({ name }) => name === 'types.ts')?.text
  t.match(types, "export type A = (B & { k: 'B' }) | ABase\n")
})

t.test('heirs whose own values are other ones', (t) => {
  const text = `
openapi: 3.1.0
info: { title: T, version: '1' }
components:
  schemas:
    A: { type: object, discriminator: { propertyName: k }, properties: { k: { enum: [a, b] } } }
    B: { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { k: { const: b } } }] }
    C: { allOf: [{ $ref: '#/components/schemas/A' }] }
`
  const { files } = generateFrom(parse('a.yaml', text))
  const types = files.find(({ name }) => name === 'types.ts')?.text
  t.match(types, "export type A = (B & { k: 'b' }) | C | ABase\n")
  t.end()
})

/** A document of 3.2 whose default schema is an heir, or one of several alternatives. */
function withDefault(schemas: string): string {
  return `
openapi: 3.2.0
info: { title: Pets, version: '1' }
paths:
  /pets: { post: { operationId: adopt,
    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Base' } } } },
    responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Base' } } } } } } }
components:
  schemas:
${schemas}
`
}

const HEIRS = withDefault(`
    Base: { type: object, discriminator: { propertyName: kind, mapping: { a: A, b: B }, defaultMapping: B } }
    A: { allOf: [{ $ref: '#/components/schemas/Base' }, { required: [a], properties: { a: { type: integer, format: int64 } } }] }
    B: { allOf: [{ $ref: '#/components/schemas/Base' }, { required: [b], properties: { b: { type: integer, format: int64 } } }] }`)

const alternatives = (keyword: string) =>
  withDefault(`
    Base: { ${keyword}: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: kind, mapping: { a: A }, defaultMapping: '#/components/schemas/B' } }
    A: { type: object, required: [a], properties: { a: { type: integer, format: int64 } } }
    B: { type: object, required: [b], properties: { b: { type: integer, format: int64 } } }`)

const DEFAULTS = {
  heirs: HEIRS,
  anyOf: alternatives('anyOf'),
  oneOf: alternatives('oneOf'),
} as const

for (const [name, text] of Object.entries(DEFAULTS)) {
  t.test(`values that a mapping does not have are of its default: ${name}`, async (t) => {
    const { send, given } = await adopt(t, text)
    const rows: [payload: string, given: unknown][] = [
      [`{"b":${BORN}}`, { b: BigInt(BORN) }],
      [`{"b":${BORN},"kind":"b"}`, { kind: 'b', b: BigInt(BORN) }],
      [`{"b":${BORN},"kind":"x"}`, { kind: 'x', b: BigInt(BORN) }],
      [`{"a":${BORN},"kind":"a"}`, { kind: 'a', a: BigInt(BORN) }],
    ]
    for (const [payload, want] of rows) {
      const { statusCode, body } = await send(payload)
      t.equal(statusCode, 200, payload)
      t.equal(body, payload)
      t.strictSame(given.pop(), want)
    }
  })

  t.test(`strict, a value satisfies the schema of its name or the default: ${name}`, async (t) => {
    const contract = await contractOf(t, text, { discriminator: 'strict' })
    const handlers = { adopt: ({ body }: { body: unknown }) => ({ status: 200, body }) }
    const app = await serveContract(t, contract, { handlers })
    const headers = { 'content-type': 'application/json' }
    const send = (payload: string) => app.inject({ method: 'POST', url: '/pets', headers, payload })
    for (const payload of [`{"b":${BORN}}`, `{"b":${BORN},"kind":"x"}`, '{"a":1,"kind":"a"}']) {
      const { statusCode, body } = await send(payload)
      t.equal(statusCode, 200, payload)
      t.same(JSON.parse(body), JSON.parse(payload))
    }
    const refusals = {
      '{"kind":"a","b":1}': "body must have required property 'a'",
      '{"kind":"x","a":1}': "body must have required property 'b'",
      '{"kind":"x","b":"1"}': 'body/b must be int64',
    }
    for (const [payload, reason] of Object.entries(refusals)) {
      const refused = await send(payload)
      t.equal(refused.statusCode, 400, payload)
      t.match(refused.json().message, reason)
    }
  })
}

t.test('types: a default has no value of its own', (t) => {
  const typesOf = (text: string) =>
    generateFrom(parse('a.yaml', text)).files.find(({ name }) => name === 'types.ts')?.text
  t.match(typesOf(HEIRS), "export type Base = (A & { kind: 'a' }) | B | BaseBase\n")
  t.match(typesOf(DEFAULTS.oneOf), "export type Base = (A & { kind?: 'a' | undefined }) | B\n")
  t.end()
})

t.test('a default that is the base, or no heir of it, is what all heirs share', async (t) => {
  for (const fallback of ['Base', 'Other']) {
    const text = HEIRS.replace('defaultMapping: B', `defaultMapping: ${fallback}`)
    const { send } = await adopt(t, `${text}    Other: { type: object }\n`)
    const { statusCode, body } = await send('{"b":1,"kind":"x"}')
    t.equal(statusCode, 200)
    t.equal(body, '{"b":1,"kind":"x"}')
  }
})

t.test('the member of a discriminator is sent where no schema describes it', async (t) => {
  const text = HEIRS.replace(', defaultMapping: B', '')
  const { send } = await adopt(t, text)
  t.equal((await send('{"kind":"a","a":1,"x":2}')).body, '{"a":1,"kind":"a"}')
})
