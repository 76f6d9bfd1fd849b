import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { rowsOf, yamlOf } from '../../helpers/rows.js'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

const STRICT = { discriminator: 'strict' } as const

/** A document that takes a `Pet`; other schemas beside it. */
function document(pet: string, more = '', version = '3.1.0'): string {
  return `
openapi: ${version}
info: { title: Pets, version: '1' }
paths:
  /pets:
    post:
      operationId: adopt
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '204': { description: Adopted. } }
components:
  schemas:
    Pet: ${pet}
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, properties: { kind: { type: string }, lives: { type: string } } }
    Any: true
${more}
`
}

const BRANCHES = "[{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]"
const MAPPED =
  "discriminator: { propertyName: kind, mapping: { cat: Cat, tom: Cat, dog: '#/components/schemas/Dog' } }"
const IMPLIED = 'discriminator: { propertyName: kind }'

/** Branches whose discriminators are of other types, or lists of values. */
const OTHERS = `
    Yes: { properties: { kind: { type: boolean }, lives: { type: integer } } }
    No: { allOf: [{ $ref: '#/components/schemas/Flag' }, { properties: { lives: { type: string } } }] }
    Flag: { properties: { kind: { $ref: '#/components/schemas/Truth' } } }
    Truth: { type: boolean }
    One: { properties: { kind: { type: [integer, 'null'] } } }
    Two: { properties: { kind: { type: number }, lives: false } }
    Red: { required: [kind], properties: { kind: { enum: [red, crimson] } } }
    Odd: { required: [kind], properties: { kind: true } }
    Blue: { required: [kind], properties: { kind: { const: blue } } }`
const ref = (...names: string[]) =>
  `[${names.map((name) => `{ $ref: '#/components/schemas/${name}' }`).join()}]`

/** A pet, what is taken, and what is refused. */
const table = rowsOf(`
  a mapping: one branch is meant, though others would hold | { oneOf: ${BRANCHES}, ${MAPPED} } | [{kind: cat}, {kind: tom, lives: 9}, {kind: dog, lives: one}, {lives: one}] | [{kind: cat, lives: one}, {kind: dog, lives: 1}, {kind: wolf}, {kind: 1}, 1]
  names of schemas | { anyOf: ${BRANCHES}, ${IMPLIED} } | [{kind: Cat, lives: 9}, {kind: Dog, lives: one}] | [{kind: Cat, lives: one}, {kind: cat}, {kind: toString}]
  in a member, an item and a part | { properties: { a: { type: array, items: { allOf: [{ oneOf: ${BRANCHES}, ${IMPLIED} }, true] } } } } | [{a: [{kind: Cat}, {kind: Dog}]}] | [{a: [{kind: Cat}, {kind: cat}]}]
  values that a branch lists, and the mapping does not | { oneOf: ${ref('Red', 'Blue')}, ${IMPLIED} } | [{kind: red}, {kind: crimson}, {kind: blue}] | [{kind: Red}, {kind: green}, {}]
  one of the values that a branch lists | { oneOf: ${ref('Red', 'Blue')}, discriminator: { propertyName: kind, mapping: { red: Red } } } | [{kind: red}, {kind: blue}] | [{kind: crimson}]
  a member that may be anything | { oneOf: ${ref('Red', 'Odd')}, ${IMPLIED} } | [{kind: red}, {kind: Odd}] | [{kind: odd}, {kind: 1}]
  no text | { oneOf: ${ref('Yes', 'No')}, discriminator: { propertyName: kind, mapping: { 'true': Yes, 'False': No } } } | [{kind: true, lives: 1}, {kind: false, lives: one}] | [{kind: true, lives: one}, {kind: 'true', lives: 1}]
  numbers | { oneOf: ${ref('One', 'Two')}, discriminator: { propertyName: kind, mapping: { '1': One, '2.0': Two, x: Two } } } | [{kind: 1, lives: 1}, {kind: 2}] | [{kind: 2, lives: 1}, {kind: 3}]
  branches that no value leads to | { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Any' }, { type: 'null' }, { $ref: '#/components/schemas/Cat/properties/lives' }, { required: [wild] }, false], ${MAPPED} } | [{kind: Any}, {kind: cat}, {kind: parrot, wild: 1}] | [1, null, {kind: parrot}, {kind: cat, wild: 1}]
  a branch that says more | { oneOf: [{ $ref: '#/components/schemas/Cat', properties: { a: false } }, { $ref: '#/components/schemas/Dog', minProperties: 2 }], ${IMPLIED} } | [{kind: Dog, lives: one}] | [{kind: Dog}, {kind: Cat, a: 1}]
`)

for (const [name, pet = '', taken = '', refused = ''] of table) {
  t.test(`a discriminator tells which branch is asked: ${name}`, async (t) => {
    const contract = await contractOf(t, document(pet, OTHERS), STRICT)
    const app = await serveContract(t, contract, { handlers: { adopt: () => ({ status: 204 }) } })
    const send = async (body: unknown) => {
      const payload = JSON.stringify(body)
      const headers = { 'content-type': 'application/json' }
      return app.inject({ method: 'POST', url: '/pets', headers, payload })
    }
    for (const each of yamlOf(taken) as unknown[])
      t.equal((await send(each)).statusCode, 204, JSON.stringify(each))
    for (const each of yamlOf(refused) as unknown[]) {
      const { statusCode, body } = await send(each)
      t.equal(statusCode, 400, JSON.stringify(each))
      t.notMatch(body, 'is not valid', 'and it is said why')
    }
  })
}

t.test('what leads nowhere is for the default of 3.2: the branches tell', async (t) => {
  const discriminator = 'discriminator: { propertyName: kind, defaultMapping: Dog }'
  const contract = await contractOf(
    t,
    document(`{ anyOf: ${BRANCHES}, ${discriminator} }`, '', '3.2.0'),
    STRICT,
  )
  const app = await serveContract(t, contract, { handlers: { adopt: () => ({ status: 204 }) } })
  const { statusCode } = await app.inject({ method: 'POST', url: '/pets', payload: { kind: 'x' } })
  t.equal(statusCode, 204)
})

t.test('examples are judged as requests are', (t) => {
  const pets = {
    oneOf: `{ oneOf: ${BRANCHES}, ${MAPPED}, example: { kind: dog, lives: 1 } }`,
    allOf: '{ type: object, discriminator: { propertyName: kind }, example: { kind: Wolf } }',
  }
  const other = '    Other: { properties: { count: { type: integer, example: 1 } } }'
  const heir = "    Heir: { allOf: [{ $ref: '#/components/schemas/Pet' }] }"
  for (const [name, pet] of Object.entries(pets)) {
    const more = name === 'allOf' ? heir : other
    for (const [options, count] of [
      [{}, 0],
      [STRICT, 1],
    ] as const) {
      const { warnings } = generateFrom(parse('a.yaml', document(pet, more)), options)
      const refused = warnings.filter(({ message }) => /example does not match/.test(message))
      t.equal(refused.length, count, name, { warnings: warnings.map(({ message }) => message) })
    }
  }
  t.end()
})

t.test('branches are not tried one after the other', async (t) => {
  const { files } = generateFrom(
    parse('a.yaml', document(`{ oneOf: ${BRANCHES}, ${MAPPED} }`)),
    STRICT,
  )
  const text = files.find(({ name }) => name === 'validators.ts')?.text ?? ''
  t.match(text, "switch (value['kind']) {")
  t.match(
    text,
    /case 'cat':\s+case 'tom':\s+case 'Cat': \{\s+if \(!isCat\(value\)\) return false\s+break/,
  )
})
