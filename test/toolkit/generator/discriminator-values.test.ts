import t from 'tap'
import { made } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { talks } from '../runtime/keeping.js'

const STRICT = { discriminator: 'strict' } as const

/** A document that takes a `Pet`; branches whose discriminators are of other types, or lists of values, are beside it. */
const document = (pet: string, version = '3.1.0') => `
openapi: ${version}
POST /pets: { body: $Pet, 200: $Pet }
Pet: ${pet}
Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
Dog: { type: object, properties: { kind: { type: string }, lives: { type: string } } }
Any: true
Yes: { properties: { kind: { type: boolean }, lives: { type: integer } } }
No: { allOf: [$Flag, { properties: { lives: { type: string } } }] }
Flag: { properties: { kind: $Truth } }
Truth: { type: boolean }
One: { properties: { kind: { type: [integer, 'null'] } } }
Two: { properties: { kind: { type: number }, lives: false } }
Red: { required: [kind], properties: { kind: { enum: [red, crimson] } } }
Odd: { required: [kind], properties: { kind: true } }
Blue: { required: [kind], properties: { kind: { const: blue } } }
`

const MAPPED =
  "discriminator: { propertyName: kind, mapping: { cat: Cat, tom: Cat, dog: '#/components/schemas/Dog' } }"
const IMPLIED = 'discriminator: { propertyName: kind }'

/** A pet, what is taken, and what is refused. */
const TABLE = rowsOf(`
  a mapping: one branch is meant, though others would hold | { oneOf: [$Cat, $Dog], ${MAPPED} } | {"kind":"cat"} {"kind":"tom","lives":9} {"kind":"dog","lives":"one"} {"lives":"one"} | {"kind":"cat","lives":"one"} {"kind":"dog","lives":1} {"kind":"wolf"} {"kind":1} 1
  names of schemas | { anyOf: [$Cat, $Dog], ${IMPLIED} } | {"kind":"Cat","lives":9} {"kind":"Dog","lives":"one"} | {"kind":"Cat","lives":"one"} {"kind":"cat"} {"kind":"toString"}
  in a member, an item and a part | { properties: { a: { type: array, items: { allOf: [{ oneOf: [$Cat, $Dog], ${IMPLIED} }, true] } } } } | {"a":[{"kind":"Cat"},{"kind":"Dog"}]} | {"a":[{"kind":"Cat"},{"kind":"cat"}]}
  values that a branch lists, and the mapping does not | { oneOf: [$Red, $Blue], ${IMPLIED} } | {"kind":"red"} {"kind":"crimson"} {"kind":"blue"} | {"kind":"Red"} {"kind":"green"} {}
  one of the values that a branch lists | { oneOf: [$Red, $Blue], discriminator: { propertyName: kind, mapping: { red: Red } } } | {"kind":"red"} {"kind":"blue"} | {"kind":"crimson"}
  a member that may be anything | { oneOf: [$Red, $Odd], ${IMPLIED} } | {"kind":"red"} {"kind":"Odd"} | {"kind":"odd"} {"kind":1}
  no text | { oneOf: [$Yes, $No], discriminator: { propertyName: kind, mapping: { 'true': Yes, 'False': No } } } | {"kind":true,"lives":1} {"kind":false,"lives":"one"} | {"kind":true,"lives":"one"} {"kind":"true","lives":1}
  numbers | { oneOf: [$One, $Two], discriminator: { propertyName: kind, mapping: { '1': One, '2.0': Two, x: Two } } } | {"kind":1,"lives":1} {"kind":2} | {"kind":2,"lives":1} {"kind":3}
  branches that no value leads to | { oneOf: [$Cat, $Any, { type: 'null' }, { $ref: '#/components/schemas/Cat/properties/lives' }, { required: [wild] }, false], ${MAPPED} } | {"kind":"Any"} {"kind":"cat"} {"kind":"parrot","wild":1} | 1 null {"kind":"parrot"} {"kind":"cat","wild":1}
  a branch that says more | { oneOf: [{ $ref: $Cat, properties: { a: false } }, { $ref: $Dog, minProperties: 2 }], ${IMPLIED} } | {"kind":"Dog","lives":"one"} | {"kind":"Dog"} {"kind":"Cat","a":1}
`)

for (const [name, pet = '', taken = '', refused = ''] of TABLE) {
  t.test(`a discriminator tells which branch is asked: ${name}`, (t) => {
    const lines = [
      ...taken.split(' ').map((body) => `POST /pets ${body} -> 200`),
      ...refused.split(' ').map((body) => `POST /pets ${body} -> 400`),
    ]
    return talks(t, document(pet), lines.join('\n'), STRICT)
  })
}

t.test('what leads nowhere is for the default of 3.2: the branches tell', (t) => {
  const pet = '{ anyOf: [$Cat, $Dog], discriminator: { propertyName: kind, defaultMapping: Dog } }'
  return talks(t, document(pet, '3.2.0'), 'POST /pets {"kind":"x"} -> 200', STRICT)
})

t.test('examples are judged as requests are', async (t) => {
  for (const pet of [
    `{ oneOf: [$Cat, $Dog], ${MAPPED}, example: { kind: dog, lives: 1 } }`,
    '{ type: object, discriminator: { propertyName: kind }, example: { kind: Wolf } }\nHeir: { allOf: [$Pet] }',
  ]) {
    const judged = (options = {}) =>
      made(document(pet), options).told.filter((message) => /example does not match/.test(message))
    t.same([judged().length, judged(STRICT).length], [0, 1], pet)
  }
})

t.test('branches are not tried one after the other', async (t) => {
  const { text } = made(document(`{ oneOf: [$Cat, $Dog], ${MAPPED} }`), STRICT)
  t.match(text('validators.ts'), "switch (value['kind']) {")
  t.match(
    text('validators.ts'),
    /case 'cat':\s+case 'tom':\s+case 'Cat': \{\s+if \(!isCat\(value\)\) return false\s+break/,
  )
})
